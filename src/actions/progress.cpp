#include "actions/progress.hpp"

#include <algorithm>

#include "actions/news.hpp"
#include "db/database.hpp"
#include "runners/task_token.hpp"

namespace cairn::actions {

using enum Status;

namespace {

// Others of its group that are under way, or wait for their turn since longer than it does.
bool is_held_by_group(const Stage& stage, const StoredRun& run)
{
    return !run.concurrency_group.empty()
        && stage.tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM action_run WHERE repository_id = $1"
                                 " AND concurrency_group = $2 AND id <> $3 AND (status IN ('waiting', 'running',"
                                 " 'cancelling') OR (status = 'blocked' AND id < $3))) AS value",
                                 run.repository_id, run.concurrency_group, run.id);
}

void let_next_of_group_go_on(const Stage& stage, const StoredRun& run)
{
    if (run.concurrency_group.empty()) return;
    const auto next = stage.tx.first<std::int64_t>(
        "SELECT id FROM action_run WHERE repository_id = $1 AND concurrency_group = $2 AND id <> $3"
        " AND status = 'blocked' ORDER BY id LIMIT 1",
        run.repository_id, run.concurrency_group, run.id);
    if (next) settle(stage, *next);
}

void write_status(const Stage& stage, StoredRun& run, Status status)
{
    const auto now = Time::now();
    run.status = status;
    run.updated_at = now;
    if (run.started_at.seconds == 0 && is_at_work(status)) run.started_at = now;
    run.stopped_at = is_over(status) ? now : Time{};
    stage.tx.run("UPDATE action_run SET status = $2, updated_at = $3, started_at = $4, stopped_at = $5 WHERE id = $1",
                 run.id, status, now, run.started_at, run.stopped_at);
    stage.tx.run("UPDATE action_attempt SET status = $3, started_at = $4, stopped_at = $5"
                 " WHERE run_id = $1 AND number = $2",
                 run.id, run.attempt, status, run.started_at, run.stopped_at);
}

} // namespace

void change_job(const Stage& stage, const StoredRun& run, StoredJob& job, Status status)
{
    const auto now = Time::now();
    job.status = status;
    job.updated_at = now;
    if (job.started_at.seconds == 0 && status == running) job.started_at = now;
    if (is_over(status)) job.stopped_at = now;
    stage.tx.run("UPDATE action_job SET status = $2, updated_at = $3, started_at = $4, stopped_at = $5, task_id = $6"
                 " WHERE id = $1",
                 job.id, status, now, job.started_at, job.stopped_at, job.task_id);
    tell_of_job(stage, run, job);
}

void tell_of_job(const Stage& stage, const StoredRun& run, const StoredJob& job)
{
    report_status(stage, run, job);
    announce_job(stage, run, job);
}

StoredRun settle(const Stage& stage, std::int64_t run_id)
{
    auto run = find_run(stage.tx, run_id).value();
    const auto before = run.status;
    auto jobs = jobs_of(stage.tx, run.id, run.attempt);
    if (!run.is_unapproved() && !is_held_by_group(stage, run))
        for (const auto& next : unblocked(states_of_jobs(jobs))) change_job(stage, run, jobs[next.job], next.status);
    const auto now = sum_of(states_of_jobs(jobs));
    if (now == before) return run;
    const bool begins = run.started_at.seconds == 0 && is_at_work(now);
    write_status(stage, run, now);
    if (begins || is_over(now)) announce_run(stage, run);
    if (is_over(now)) let_next_of_group_go_on(stage, run);
    return run;
}

void end_task(const Stage& stage, std::int64_t task_id, Status status)
{
    const auto now = Time::now();
    stage.tx.run("UPDATE action_task SET status = $2, stopped_at = $3, updated_at = $3 WHERE id = $1", task_id, status,
                 now);
    stage.tx.run("UPDATE action_step SET status = $2, stopped_at = $3 WHERE task_id = $1"
                 " AND status IN ('blocked', 'waiting', 'running', 'cancelling')",
                 task_id, status, now);
    runners::end_task_token(stage.tx, task_id);
}

StoredRun cancel(const Stage& stage, const StoredRun& run, bool force)
{
    for (auto& job : jobs_of(stage.tx, run.id, run.attempt)) {
        if (is_over(job.status)) continue;
        const bool at_work = is_at_work(job.status);
        if (at_work && !force) {
            if (job.status == cancelling) continue;
            stage.tx.run("UPDATE action_task SET status = 'cancelling' WHERE id = $1", job.task_id);
            change_job(stage, run, job, cancelling);
            continue;
        }
        if (at_work) end_task(stage, job.task_id, cancelled);
        change_job(stage, run, job, cancelled);
    }
    return settle(stage, run.id);
}

} // namespace cairn::actions
