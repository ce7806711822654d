#include "actions/progress.hpp"

#include <algorithm>

#include "actions/job_group.hpp"
#include "actions/status_reporter.hpp"
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

namespace {

// Of a matrix that ends with its first failure, the rest.
void end_matrices(const Stage& stage, const StoredRun& run, std::vector<StoredJob>& jobs)
{
    for (const auto i : given_up(states_of_jobs(jobs))) cancel_job(stage, run, jobs[i]);
}

// Those that can go on do. Again, when one has taken the place of another of the same run, for which others wait. The
// other runs that have lost a job.
std::set<std::int64_t> unblock_jobs(const Stage& stage, const StoredRun& run, std::vector<StoredJob>& jobs)
{
    std::set<std::int64_t> others;
    for (bool again = true; again;) {
        again = false;
        for (const auto& next : unblocked(states_of_jobs(jobs))) {
            auto& job = jobs[next.job];
            if (job.status != blocked) continue;
            if (next.status == waiting && !job.concurrency_group.empty()) {
                auto displaced = take_place_in_group(stage, run, jobs, job);
                others.merge(displaced.runs);
                again |= displaced.own;
                if (job.held) continue;
            }
            change_job(stage, run, job, next.status);
        }
    }
    return others;
}

void write_sum(const Stage& stage, StoredRun& run, Status now)
{
    const bool begins = run.started_at.seconds == 0 && is_at_work(now);
    write_status(stage, run, now);
    if (begins || is_over(now)) announce_run(stage, run);
    if (is_over(now)) let_next_of_group_go_on(stage, run);
}

} // namespace

StoredRun settle(const Stage& stage, std::int64_t run_id)
{
    auto run = find_run(stage.tx, run_id).value();
    auto jobs = jobs_of(stage.tx, run.id, run.attempt);
    end_matrices(stage, run, jobs);
    std::set<std::int64_t> others;
    if (!run.is_unapproved() && !is_held_by_group(stage, run)) others = unblock_jobs(stage, run, jobs);
    if (const auto now = sum_of(states_of_jobs(jobs)); now != run.status) write_sum(stage, run, now);
    for (const auto other : others) settle(stage, other);
    let_next_jobs_go_on(stage, jobs);
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

void cancel_job(const Stage& stage, const StoredRun& run, StoredJob& job)
{
    if (is_over(job.status)) return;
    if (is_at_work(job.status)) end_task(stage, job.task_id, cancelled);
    change_job(stage, run, job, cancelled);
}

StoredRun cancel(const Stage& stage, const StoredRun& run)
{
    for (auto& job : jobs_of(stage.tx, run.id, run.attempt)) cancel_job(stage, run, job);
    return settle(stage, run.id);
}

} // namespace cairn::actions
