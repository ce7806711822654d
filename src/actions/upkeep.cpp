#include "actions/upkeep.hpp"

#include "actions/log.hpp"
#include "actions/progress.hpp"
#include "api/call.hpp"
#include "db/database.hpp"
#include "runners/artifacts.hpp"

namespace cairn::actions {

namespace {

constexpr std::int64_t minutes = 60;
constexpr std::int64_t hours = 60 * minutes;
constexpr std::int64_t lost_after = 10 * minutes;
constexpr std::int64_t endless_after = 3 * hours;
constexpr std::int64_t abandoned_after = 24 * hours;
constexpr std::int64_t old_after = 365 * 24 * hours;
constexpr std::int64_t most_at_once = 50;

Time ago(std::int64_t seconds) { return {Time::now().seconds - seconds}; }

struct Ended {
    std::int64_t id = 0;
    std::int64_t job_id = 0;
};
BOOST_DESCRIBE_STRUCT(Ended, (), (id, job_id))

void fail_tasks(const api::Site& site, const std::vector<Ended>& tasks)
{
    site.db.write([&](db::Transaction& tx) {
        const Stage stage(tx, site);
        for (const auto& task : tasks) {
            end_task(stage, task.id, Status::failure);
            auto job = find_job(tx, task.job_id);
            if (!job || job->task_id != task.id || is_over(job->status)) continue;
            change_job(stage, find_run(tx, job->run_id).value(), *job, Status::failure);
            settle(stage, job->run_id);
        }
    });
}

} // namespace

void stop_lost_tasks(const api::Site& site, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto lost = site.db.all<Ended>("SELECT id, job_id FROM action_task WHERE status IN ('running',"
                                             " 'cancelling') AND updated_at < $1 ORDER BY id LIMIT $2",
                                             ago(lost_after), most_at_once);
        if (lost.empty()) return;
        fail_tasks(site, lost);
    }
}

void stop_endless_tasks(const api::Site& site, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto endless = site.db.all<Ended>("SELECT id, job_id FROM action_task WHERE status IN ('running',"
                                                " 'cancelling') AND started_at < $1 ORDER BY id LIMIT $2",
                                                ago(endless_after), most_at_once);
        if (endless.empty()) return;
        fail_tasks(site, endless);
    }
}

void cancel_abandoned_jobs(const api::Site& site, const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto abandoned =
            site.db.all<std::int64_t>("SELECT j.id FROM action_job j WHERE j.status = 'waiting' AND j.updated_at < $1"
                                      " ORDER BY j.id LIMIT $2",
                                      ago(abandoned_after), most_at_once);
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
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO unused_action_log (task_id) SELECT id FROM action_task WHERE log_kept AND stopped_at < $1"
               " AND stopped_at > 0 ON CONFLICT DO NOTHING",
               ago(old_after));
        tx.run("UPDATE action_task SET log_kept = FALSE, log_rows = 0, log_size = 0 WHERE log_kept"
               " AND stopped_at < $1 AND stopped_at > 0",
               ago(old_after));
    });
    tidy_logs(site, stop);
}

} // namespace cairn::actions
