// What people do with runs, as the API has it: cancel, run again, approve, delete.
#include "actions/run_change.hpp"
#include "actions/show.hpp"
#include "actions/tables.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct RunJobPath : RunPath {
    std::int64_t job_id = 0;
};
BOOST_DESCRIBE_STRUCT(RunJobPath, (RunPath), (job_id))
constexpr auto notes(const RunJobPath*) { return std::array{Note{"job_id", "the id of the job"}}; }

// Whichever of the two addresses was called.
Result<ActionWorkflowRun> stop(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(call, TRY(cancel_run(call, place, path->run)));
}

Result<ActionWorkflowRun> rerun(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(call, TRY(rerun_all(call, place, path->run)));
}

Result<void> retry(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(rerun_failed(call, place, path->run));
    return {};
}

Result<ActionWorkflowJob> rerun_one(Call& call, const RepositoryContext& place, Path<RunJobPath> path)
{
    return show_job(call, TRY(rerun_job(call, place, path->run, path->job_id)));
}

Result<ActionWorkflowRun> approve(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(call, TRY(approve_run(call, place, path->run)));
}

Result<void> remove(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return delete_run(call, place, path->run);
}

// clang-format off
constexpr Operation control_operations[] = {
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/cancel",              scope::repository, writes_actions, handle<stop>,          200, "cancelWorkflowRun",      "Cancel a run", {400, 409}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/force-cancel",        scope::repository, writes_actions, handle<stop>,          200, "forceCancelWorkflowRun", "Cancel a run without waiting for its runners", {400, 409}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/approve",             scope::repository, starts_actions, handle<approve>,       200, "approveWorkflowRun",     "Let a run from a fork begin", {400, 409}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/rerun",               scope::repository, starts_actions, handle<rerun>,         201, "rerunWorkflowRun",       "Run all jobs of a run again", {400, 409, 422}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/rerun-failed-jobs",   scope::repository, starts_actions, handle<retry>,         201, "rerunFailedWorkflowRun", "Run the jobs again that have failed, and those that wait for them", {400, 409, 422}},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/jobs/{job_id}/rerun", scope::repository, starts_actions, handle<rerun_one>,     201, "rerunWorkflowJob",       "Run a job again, and those that wait for it", {400, 409, 422}, "WorkflowJob"},
    {DELETE, "/repos/{owner}/{repo}/actions/runs/{run}",                     scope::repository, writes_actions, handle<remove>,        204, "deleteActionRun",        "Delete a run with its jobs, logs and artifacts", {400}},
};
// clang-format on
static_assert(well_formed(control_operations));

} // namespace

const Table control_table{"repository", control_operations};

} // namespace cairn::actions
