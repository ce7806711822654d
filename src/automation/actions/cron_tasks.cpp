#include "actions/cron_tasks.hpp"

#include "actions/log.hpp"
#include "actions/progress.hpp"
#include "api/call.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "runners/artifacts.hpp"

namespace cairn::actions {

namespace {

constexpr std::int64_t seconds_of_day = 24 * 3600;
constexpr std::int64_t most_at_once = 50;

Time ago(std::int64_t seconds) { return {Time::now().seconds - seconds}; }

struct Ended {
    std::int64_t id = 0;
    std::int64_t job_id = 0;
    Status status = Status::running;
};
BOOST_DESCRIBE_STRUCT(Ended, (), (id, job_id, status))

// Those that somebody has asked to stop did; the others have failed.
void end_tasks(const api::Site& site, const std::vector<Ended>& tasks)
{
    site.db.write([&](db::Transaction& tx) {
        const Stage stage(tx, site);
        for (const auto& [id, job_id, status] : tasks) {
            const auto end = status == Status::cancelling ? Status::cancelled : Status::failure;
            end_task(stage, id, end);
            auto job = find_job(tx, job_id);
            if (!job || job->task_id != id || is_over(job->status)) continue;
            change_job(stage, find_run(tx, job->run_id).value(), *job, end);
            settle(stage, job->run_id);
        }
    });
}

// A runner for one task goes with its last report. One whose task was ended here may never send that.
void forget_spent_runners(const api::Site& site)
{
    site.db.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM action_runner WHERE ephemeral AND seen_at < $1"
               " AND EXISTS (SELECT 1 FROM action_task t WHERE t.runner_id = action_runner.id)"
               " AND NOT EXISTS (SELECT 1 FROM action_task t WHERE t.runner_id = action_runner.id"
               " AND t.status IN ('running', 'cancelling'))",
               ago(site.settings().actions.zombie_task_timeout));
    });
}

} // namespace

void stop_lost_tasks(const api::Site& site, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto lost = site.db.all<Ended>("SELECT id, job_id, status FROM action_task WHERE status IN ('running',"
                                             " 'cancelling') AND updated_at < $1 ORDER BY id LIMIT $2",
                                             ago(site.settings().actions.zombie_task_timeout), most_at_once);
        if (lost.empty()) break;
        end_tasks(site, lost);
    }
    forget_spent_runners(site);
}

void stop_endless_tasks(const api::Site& site, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto endless = site.db.all<Ended>("SELECT id, job_id, status FROM action_task WHERE status IN ('running',"
                                                " 'cancelling') AND started_at < $1 ORDER BY id LIMIT $2",
                                                ago(site.settings().actions.endless_task_timeout), most_at_once);
        if (endless.empty()) return;
        end_tasks(site, endless);
    }
}

void cancel_abandoned_jobs(const api::Site& site, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto abandoned =
            site.db.all<std::int64_t>("SELECT j.id FROM action_job j WHERE j.status = 'waiting' AND j.updated_at < $1"
                                      " ORDER BY j.id LIMIT $2",
                                      ago(site.settings().actions.abandoned_job_timeout), most_at_once);
        if (abandoned.empty()) return;
        site.db.write([&](db::Transaction& tx) {
            const Stage stage(tx, site);
            for (const auto id : abandoned) {
                auto job = find_job(tx, id);
                if (!job || job->status != Status::waiting) continue;
                change_job(stage, find_run(tx, job->run_id).value(), *job, Status::cancelled);
                settle(stage, job->run_id);
            }
        });
    }
}

void forget_old(const api::Site& site, const std::stop_token& stop)
{
    runners::expire_artifacts(site, stop);
    const auto days = site.settings().actions.log_retention_days;
    const auto old = ago(days * seconds_of_day);
    if (days == 0) return tidy_logs(site, stop);
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO unused_action_log (task_id) SELECT id FROM action_task WHERE log_kept AND stopped_at < $1"
               " AND stopped_at > 0 ON CONFLICT DO NOTHING",
               old);
        tx.run("UPDATE action_task SET log_kept = FALSE, log_rows = 0, log_size = 0 WHERE log_kept"
               " AND stopped_at < $1 AND stopped_at > 0",
               old);
    });
    tidy_logs(site, stop);
}

} // namespace cairn::actions
