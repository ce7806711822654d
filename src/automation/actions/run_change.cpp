#include "actions/run_change.hpp"

#include "actions/log.hpp"
#include "actions/starting.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::actions {

using api::Call;

namespace {

template <class F> Result<StoredRun> change(const Call& call, const RepositoryContext& place, std::int64_t id, F&& work)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredRun> {
        auto run = TRY(find_run(tx, place, id));
        return work(Stage(tx, call.site), std::move(run));
    });
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

} // namespace

Result<StoredRun> cancel_run(const Call& call, const RepositoryContext& place, std::int64_t run_id)
{
    return change(call, place, run_id, [&](const Stage& stage, const StoredRun& run) -> Result<StoredRun> {
        if (is_over(run.status)) return fail(Errc::conflict, "the run is over already");
        return cancel(stage, run);
    });
}

Result<StoredRun> rerun_all(const Call& call, const RepositoryContext& place, std::int64_t run_id)
{
    return change(call, place, run_id, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
        TRY(check_may_rerun(stage, run));
        return start_attempt(stage, std::move(run), call.caller.id, {});
    });
}

Result<StoredRun> rerun_failed(const Call& call, const RepositoryContext& place, std::int64_t run_id)
{
    return change(call, place, run_id, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
        TRY(check_may_rerun(stage, run));
        const auto jobs = jobs_of(stage.tx, run.id, run.attempt);
        const auto states = states_of_jobs(jobs);
        std::vector<std::string> keys;
        for (const auto& job : jobs)
            if (job.status == Status::failure || job.status == Status::cancelled)
                for (auto& key : dependants_of(job.key, states)) keys.push_back(std::move(key));
        if (keys.empty()) return fail(Errc::bad_request, "no job of the run has failed");
        return start_attempt(stage, std::move(run), call.caller.id, keys);
    });
}

Result<std::int64_t> rerun_job(const Call& call, const RepositoryContext& place, std::int64_t run_id,
                               std::int64_t job_id)
{
    std::int64_t again = 0;
    TRY(change(call, place, run_id, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
        const auto job = TRY(find_job(stage.tx, place, job_id));
        if (job.run_id != run.id) return not_found("the job");
        TRY(check_may_rerun(stage, run));
        const auto states = jobs_of(stage.tx, run.id, run.attempt);
        auto started =
            start_attempt(stage, std::move(run), call.caller.id, dependants_of(job.key, states_of_jobs(states)));
        for (const auto& one : jobs_of(stage.tx, started.id, started.attempt))
            if (one.key == job.key && one.name == job.name) again = one.id;
        return started;
    }));
    return again;
}

Result<StoredRun> approve_run(const Call& call, const RepositoryContext& place, std::int64_t run_id)
{
    return change(call, place, run_id, [&](const Stage& stage, StoredRun run) -> Result<StoredRun> {
        if (!run.needs_approval) return fail(Errc::conflict, "the run does not wait for an approval");
        if (run.approver_id != 0) return run;
        stage.tx.run("UPDATE action_run SET approver_id = $2 WHERE id = $1", run.id, call.caller.id);
        return is_over(run.status) ? run : settle(stage, run.id);
    });
}

Result<void> delete_run(const Call& call, const RepositoryContext& place, std::int64_t run_id)
{
    TRY(change(call, place, run_id, [&](const Stage& stage, const StoredRun& run) -> Result<StoredRun> {
        if (!is_over(run.status)) return fail(Errc::bad_request, "the run is not over yet");
        forget_run(stage.tx, run.id);
        return run;
    }));
    return {};
}

} // namespace cairn::actions
