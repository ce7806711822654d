// Starting a workflow by hand, as the API has it.
#include "actions/dispatching.hpp"
#include "actions/show.hpp"
#include "actions/tables.hpp"
#include "actions/workflow_files.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct DispatchQuery {
    bool return_run_details = false;
    std::int64_t scoped_workflow_source_repo_id = 0;
};
BOOST_DESCRIBE_STRUCT(DispatchQuery, (), (return_run_details, scoped_workflow_source_repo_id))
constexpr auto notes(const DispatchQuery*)
{
    return std::array{Note{"return_run_details", "answers with the run that was started"},
                      Note{.member = "scoped_workflow_source_repo_id",
                           .doc = "the repository that the workflow was taken from; all are the repository's own",
                           .format = "int64"}};
}

struct RunDetails {
    std::int64_t workflow_run_id = 0;
    std::string run_url;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(RunDetails, (), (workflow_run_id, run_url, html_url))
constexpr auto notes(const RunDetails*) { return std::array{Note{"", "Where a run is that was started"}}; }

Result<Answered<RunDetails>> dispatch(Call& call, const RepositoryContext& place, Path<WorkflowPath> path,
                                      Query<DispatchQuery> query, Body<CreateActionWorkflowDispatch> body)
{
    const auto run = TRY(dispatch_workflow(call, place, path->workflow_id, body.value));
    if (!query->return_run_details) return Answered<RunDetails>{.value = {}, .status = 204};
    const auto shown = show_run(call, run);
    return Answered<RunDetails>{.value = {.workflow_run_id = run.id, .run_url = shown.url, .html_url = shown.html_url}};
}

// clang-format off
constexpr Operation dispatch_operations[] = {
    {POST, "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches", scope::repository, starts_actions, handle<dispatch>, 200, "ActionsDispatchWorkflow", "Start a workflow", {400, 422}},
};
// clang-format on
static_assert(well_formed(dispatch_operations));

} // namespace

const Table dispatch_table{"repository", dispatch_operations};

} // namespace cairn::actions
