// Work that is not done: jobs, upkeep, mirrors.
#include <fmt/core.h>

#include "app/doctor/checks.hpp"
#include "db/database.hpp"
#include "mirrors/pull.hpp"

namespace cairn::app::doctor {

namespace {

constexpr std::int64_t day = 86'400;

struct FailedJobs {
    std::string kind;
    std::int64_t count = 0;
    std::string error;
};
BOOST_DESCRIBE_STRUCT(FailedJobs, (), (kind, count, error))

struct Upkeep {
    std::string name;
    std::string last_error;
};
BOOST_DESCRIBE_STRUCT(Upkeep, (), (name, last_error))

// When a server has last done something for this site. What waits for one that does not run waits for a reason.
std::int64_t last_sign_of_life(db::Database& db)
{
    return db.scalar<std::int64_t>("SELECT COALESCE(max(prev_at), 0) FROM upkeep_task");
}

} // namespace

Complaints look_at_jobs(Examination& examination)
{
    auto& db = examination.db();
    Complaints complaints;
    for (const auto& failed : db.all<FailedJobs>("SELECT kind, count(*) AS count, max(last_error) AS error FROM job"
                                                 " WHERE state = 'failed' GROUP BY kind ORDER BY kind"))
        complaints.push_back(
            fmt::format("{} jobs of the kind {} have failed for good: {}", failed.count, failed.kind, failed.error));
    const auto alive = last_sign_of_life(db);
    if (const auto count =
            db.scalar<std::int64_t>("SELECT count(*) FROM job WHERE state = 'running' AND due_at < $1", alive - 600);
        count > 0)
        complaints.push_back(fmt::format("{} jobs were taken by a server that does not tell of them any more, and by"
                                         " no other since: restart the servers",
                                         count));
    if (const auto count = db.scalar<std::int64_t>(
            "SELECT count(*) FROM job WHERE state IN ('arrived', 'ready', 'behind') AND created_at < $1", alive - day);
        count > 0)
        complaints.push_back(fmt::format("{} jobs have waited for more than a day while a server ran", count));
    return complaints;
}

Complaints look_at_tasks(Examination& examination)
{
    auto& db = examination.db();
    Complaints complaints;
    for (const auto& task : db.all<Upkeep>("SELECT name, last_error FROM upkeep_task WHERE last_error <> ''"
                                           " ORDER BY name"))
        complaints.push_back("the task " + task.name + " has failed last time: " + task.last_error);
    for (const auto& task : db.all<Upkeep>("SELECT name, last_error FROM upkeep_task WHERE next_at > 0 AND next_at < $1"
                                           " ORDER BY name",
                                           last_sign_of_life(db) - day))
        complaints.push_back("the task " + task.name + " was due more than a day ago while a server ran");
    return complaints;
}

// What waits for servers elsewhere: nobody but the log is told when one of them is gone.
Complaints look_at_mirrors(Examination& examination)
{
    Complaints complaints;
    for (const auto& mirror : mirrors::find_failing(examination.db()))
        complaints.push_back(mirror.name + " cannot be brought up to date from " + mirror.remote_address + ": "
                             + mirror.last_error);
    return complaints;
}

} // namespace cairn::app::doctor
