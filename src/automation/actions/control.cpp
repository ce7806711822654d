// What people do with runs: cancel, run again, approve, delete.
#include "actions/log.hpp"
#include "actions/show.hpp"
#include "actions/starting.hpp"
#include "actions/tables.hpp"
#include "api/call.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "runners/artifacts.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct RunJobPath : RunPath {
    std::int64_t job_id = 0;
};
BOOST_DESCRIBE_STRUCT(RunJobPath, (RunPath), (job_id))
constexpr auto notes(const RunJobPath*) { return std::array{Note{"job_id", "the id of the job"}}; }

// Nothing is decided by a run that was read before the transaction: it may be over meanwhile.
template <class F> Result<StoredRun> change(Call& call, const RepositoryContext& place, std::int64_t id, F&& work)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredRun> {
        auto run = TRY(find_run(tx, place, id));
        return work(Stage(tx, call.site), std::move(run));
    });
}

// No runner is waited for, whichever of the two addresses was called.
Result<ActionWorkflowRun> cancel_at_once(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(
        call, TRY(change(call, place, path->run, [&](const Stage& stage, const StoredRun& run) -> Result<StoredRun> {
            if (is_over(run.status)) return fail(Errc::conflict, "the run is over already");
            return cancel(stage, run);
        })));
}

Result<void> check_may_rerun(const Stage& stage, const StoredRun& run)
{
    if (!is_over(run.status)) return fail(Errc::bad_request, "the run is not over yet");
    if (is_disabled(stage.tx, run.repository_id, run.file))
        return fail(Errc::bad_request, "the workflow is switched off");
    if (const auto most = stage.settings.actions.max_rerun_attempts; run.attempt >= most)
        return fail(Errc::bad_request, "a run is run at most " + std::to_string(most) + " times");
    return {};
}

Result<ActionWorkflowRun> rerun(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(call,
                    TRY(change(call, place, path->run, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
                        TRY(check_may_rerun(stage, run));
                        return start_attempt(stage, std::move(run), call.caller.id, {});
                    })));
}

// Those that did not succeed, and all that wait for them.
Result<void> rerun_failed(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(change(call, place, path->run, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
        TRY(check_may_rerun(stage, run));
        const auto jobs = jobs_of(stage.tx, run.id, run.attempt);
        const auto states = states_of_jobs(jobs);
        std::vector<std::string> keys;
        for (const auto& job : jobs)
            if (job.status == Status::failure || job.status == Status::cancelled)
                for (auto& key : dependants_of(job.key, states)) keys.push_back(std::move(key));
        if (keys.empty()) return fail(Errc::bad_request, "no job of the run has failed");
        return start_attempt(stage, std::move(run), call.caller.id, keys);
    }));
    return {};
}

Result<ActionWorkflowJob> rerun_job(Call& call, const RepositoryContext& place, Path<RunJobPath> path)
{
    std::int64_t again = 0;
    TRY(change(call, place, path->run, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
        const auto job = TRY(find_job(stage.tx, place, path->job_id));
        if (job.run_id != run.id) return not_found("the job");
        TRY(check_may_rerun(stage, run));
        const auto states = jobs_of(stage.tx, run.id, run.attempt);
        auto started =
            start_attempt(stage, std::move(run), call.caller.id, dependants_of(job.key, states_of_jobs(states)));
        for (const auto& one : jobs_of(stage.tx, started.id, started.attempt))
            if (one.key == job.key && one.name == job.name) again = one.id;
        return started;
    }));
    return show_job(call, again);
}

Result<ActionWorkflowRun> approve(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(call,
                    TRY(change(call, place, path->run, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
                        if (!run.needs_approval) return fail(Errc::conflict, "the run does not wait for an approval");
                        if (run.approver_id != 0) return run;
                        stage.tx.run("UPDATE action_run SET approver_id = $2 WHERE id = $1", run.id, call.caller.id);
                        return is_over(run.status) ? run : settle(stage, run.id);
                    })));
}

Result<void> remove(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    TRY(change(call, place, path->run, [&](const Stage& stage, const StoredRun& run) -> Result<StoredRun> {
        if (!is_over(run.status)) return fail(Errc::bad_request, "the run is not over yet");
        forget_run(stage.tx, run.id);
        return run;
    }));
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/cancel",              scope::repository, writes_actions, handle<cancel_at_once>, 200, "cancelWorkflowRun",      "Cancel a run", {400, 409}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/force-cancel",        scope::repository, writes_actions, handle<cancel_at_once>, 200, "forceCancelWorkflowRun", "Cancel a run without waiting for its runners", {400, 409}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/approve",             scope::repository, starts_actions, handle<approve>,        200, "approveWorkflowRun",     "Let a run from a fork begin", {400, 409}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/rerun",               scope::repository, starts_actions, handle<rerun>,          201, "rerunWorkflowRun",       "Run all jobs of a run again", {400, 409, 422}, "WorkflowRun"},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/rerun-failed-jobs",   scope::repository, starts_actions, handle<rerun_failed>,   201, "rerunFailedWorkflowRun", "Run the jobs again that have failed, and those that wait for them", {400, 409, 422}},
    {POST,   "/repos/{owner}/{repo}/actions/runs/{run}/jobs/{job_id}/rerun", scope::repository, starts_actions, handle<rerun_job>,      201, "rerunWorkflowJob",       "Run a job again, and those that wait for it", {400, 409, 422}, "WorkflowJob"},
    {DELETE, "/repos/{owner}/{repo}/actions/runs/{run}",                     scope::repository, writes_actions, handle<remove>,         204, "deleteActionRun",        "Delete a run with its jobs, logs and artifacts", {400}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table control_table{"repository", operations};

} // namespace cairn::actions
