// Runs: the lists of a repository, a workflow, an organization, a person and the site; and one of them.
#include "accounts/guards.hpp"
#include "actions/listing.hpp"
#include "actions/tables.hpp"
#include "actions/workflow_files.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct ListRepositoryRuns : ListRuns {
    bool exclude_pull_requests = false;
};
BOOST_DESCRIBE_STRUCT(ListRepositoryRuns, (ListRuns), (exclude_pull_requests))
constexpr auto notes(const ListRepositoryRuns*)
{
    return std::array{Note{"exclude_pull_requests", "leaves out which pull requests the runs are about"}};
}

struct ListWorkflowRuns : ListRepositoryRuns {
    std::int64_t scoped_workflow_source_repo_id = 0;
};
BOOST_DESCRIBE_STRUCT(ListWorkflowRuns, (ListRepositoryRuns), (scoped_workflow_source_repo_id))
constexpr auto notes(const ListWorkflowRuns*)
{
    return std::array{Note{.member = "scoped_workflow_source_repo_id",
                           .doc = "the repository that the workflow was taken from; all are the repository's own",
                           .format = "int64"}};
}

struct ActionWorkflowRunsResponse {
    std::vector<ActionWorkflowRun> workflow_runs;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(ActionWorkflowRunsResponse, (), (workflow_runs, total_count))
constexpr auto notes(const ActionWorkflowRunsResponse*) { return std::array{Note{"", "A page of runs"}}; }

using RunPage = Result<Counted<ActionWorkflowRunsResponse>>;

RunPage show(const Call& call, const Page<StoredRun>& found, bool without_pulls = false)
{
    Counted<ActionWorkflowRunsResponse> reply{
        .value = {.workflow_runs = show_runs(call, found.items), .total_count = found.total}, .total = found.total};
    if (without_pulls)
        for (auto& run : reply.value.workflow_runs) run.pull_requests->clear();
    return reply;
}

RunPage list_of_repository(Call& call, const RepositoryContext& place, Query<ListRepositoryRuns> wanted)
{
    return show(call, TRY(runs_of_repository(call, place, wanted.value)), wanted->exclude_pull_requests);
}

RunPage list_of_workflow(Call& call, const RepositoryContext& place, Path<WorkflowPath> path,
                         Query<ListWorkflowRuns> wanted)
{
    return show(call, TRY(runs_of_workflow(call, place, path->workflow_id, wanted.value)),
                wanted->exclude_pull_requests);
}

RunPage list_of_organization(Call& call, const organizations::StoredOrganization& organization, Query<ListRuns> wanted)
{
    return show(call, TRY(runs_of_organization(call, organization, wanted.value)));
}

RunPage list_of_caller(Call& call, Query<ListRuns> wanted)
{
    return show(call, TRY(runs_of_caller(call, wanted.value)));
}

RunPage list_of_site(Call& call, Query<ListRuns> wanted) { return show(call, TRY(runs_of_site(call, wanted.value))); }

Result<ActionWorkflowRun> get(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(call, TRY(find_run(call.db(), place, path->run)));
}

Result<ActionWorkflowRun> get_attempt(Call& call, const RepositoryContext& place, Path<AttemptPath> path)
{
    auto run = TRY(find_run(call.db(), place, path->run));
    const auto attempt = find_attempt(call.db(), run.id, path->attempt);
    if (!attempt) return not_found("the attempt");
    return show_attempt(call, std::move(run), *attempt);
}

// clang-format off
constexpr Operation run_operations[] = {
    {GET, "/repos/{owner}/{repo}/actions/runs",                          scope::repository, reads_actions_signed_in, handle<list_of_repository>, 200, "getWorkflowRuns",         "List the runs of a repository", {400}, "WorkflowRunsList"},
    {GET, "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs",  scope::repository, reads_actions_signed_in, handle<list_of_workflow>,   200, "ActionsListWorkflowRuns", "List the runs of a workflow", {400}, "WorkflowRunsList"},
    {GET, "/repos/{owner}/{repo}/actions/runs/{run}",                    scope::repository, reads_actions,           handle<get>,                200, "GetWorkflowRun",          "Get a run", {400}, "WorkflowRun"},
    {GET, "/repos/{owner}/{repo}/actions/runs/{run}/attempts/{attempt}", scope::repository, reads_actions,           handle<get_attempt>,        200, "getWorkflowRunAttempt",   "Get a run as it was in one of its attempts", {400}, "WorkflowRun"},
};
constexpr Operation organization_operations[] = {
    {GET, "/orgs/{org}/actions/runs", scope::organization, organizations::belongs_to_organization, handle<list_of_organization>, 200, "getOrgWorkflowRuns", "List the runs of an organization's repositories", {400}, "WorkflowRunsList"},
};
constexpr Operation own_operations[] = {
    {GET, "/user/actions/runs", scope::closed_to_public_only(scope::user), accounts::signed_in, handle<list_of_caller>, 200, "getUserWorkflowRuns", "List the runs of the caller's repositories", {400, 404}, "WorkflowRunsList"},
};
constexpr Operation site_operations[] = {
    {GET, "/admin/actions/runs", scope::admin, accounts::administers_site, handle<list_of_site>, 200, "listAdminWorkflowRuns", "List the runs of the site", {400, 404}, "WorkflowRunsList"},
};
// clang-format on
static_assert(well_formed(run_operations) && well_formed(organization_operations) && well_formed(own_operations)
              && well_formed(site_operations));

} // namespace

const Table run_table{"repository", run_operations};
const Table organization_run_table{"organization", organization_operations};
const Table own_run_table{"user", own_operations};
const Table site_run_table{"admin", site_operations};

} // namespace cairn::actions
