// Tasks of a repository, as clients list them: the jobs that runners have taken.
#include "actions/listing.hpp"
#include "actions/tables.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct ListTasks : Paging { };
BOOST_DESCRIBE_STRUCT(ListTasks, (Paging), ())

struct ActionTask {
    std::int64_t id = 0;
    std::string name;
    std::string head_branch;
    std::string head_sha;
    std::int64_t run_number = 0;
    std::string event;
    std::string display_title;
    std::string status;
    std::string workflow_id;
    std::string url;
    Time created_at;
    Time updated_at;
    Time run_started_at;
};
BOOST_DESCRIBE_STRUCT(ActionTask, (),
                      (id, name, head_branch, head_sha, run_number, event, display_title, status, workflow_id, url,
                       created_at, updated_at, run_started_at))
constexpr auto notes(const ActionTask*)
{
    return std::array{Note{"", "A job that a runner has taken"},
                      Note{"status", "running, cancelling, success, failure, cancelled or skipped"},
                      Note{"url", "the page of its run"}};
}

struct ActionTaskResponse {
    std::vector<ActionTask> workflow_runs;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(ActionTaskResponse, (), (workflow_runs, total_count))
constexpr auto notes(const ActionTaskResponse*) { return std::array{Note{"", "A page of tasks"}}; }

Result<Counted<ActionTaskResponse>> list(Call& call, const RepositoryContext& place, Query<ListTasks> query)
{
    const auto found = tasks_of_repository(call, place, query.value);
    Counted<ActionTaskResponse> reply{.value = {.workflow_runs = {}, .total_count = found.total}, .total = found.total};
    for (const auto& row : found.items) {
        StoredRun run;
        run.ref = row.ref;
        reply.value.workflow_runs.push_back(
            {.id = row.id,
             .name = row.name,
             .head_branch = std::string(run.branch()),
             .head_sha = row.head_sha,
             .run_number = row.number,
             .event = row.event,
             .display_title = row.title,
             .status = row.status,
             .workflow_id = row.file,
             .url = run_page(call.settings(), place.owner.name, place.repository.name, row.run_id),
             .created_at = row.created_at,
             .updated_at = row.updated_at,
             .run_started_at = row.started_at});
    }
    return reply;
}

// clang-format off
constexpr Operation task_operations[] = {
    {GET, "/repos/{owner}/{repo}/actions/tasks", scope::repository, reads_actions, handle<list>, 200, "ListActionTasks", "List the jobs of a repository that runners have taken", {400, 409, 422}, "TasksList"},
};
// clang-format on
static_assert(well_formed(task_operations));

} // namespace

const Table task_table{"repository", task_operations};

} // namespace cairn::actions
