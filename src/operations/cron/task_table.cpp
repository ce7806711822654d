#include "cron/task_table.hpp"

namespace cairn::cron {

std::vector<StoredTask> TaskTable::all()
{
    return db_.all<StoredTask>(
        "SELECT name, schedule, next_at, prev_at, exec_times, lease_until FROM upkeep_task ORDER BY name");
}

void TaskTable::enter(std::string_view name, std::string_view schedule, Time next)
{
    db_.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO upkeep_task (name, schedule, next_at, prev_at) VALUES ($1, $2, $3, $4)"
               " ON CONFLICT (name) DO UPDATE SET schedule = excluded.schedule, next_at = excluded.next_at"
               " WHERE upkeep_task.schedule <> excluded.schedule",
               name, schedule, next, Time::never());
    });
}

bool TaskTable::claim_due(std::string_view name, Time now, Time next)
{
    return db_.write([&](db::Transaction& tx) {
        return tx.run("UPDATE upkeep_task SET lease_owner = $1, lease_until = $2, prev_at = $3, next_at = $4,"
                      " exec_times = exec_times + 1"
                      " WHERE name = $5 AND lease_until <= $3 AND next_at > 0 AND next_at <= $3",
                      owner_, Time{now.seconds + lease_seconds}, now, next, name)
            == 1;
    });
}

bool TaskTable::claim(std::string_view name, Time now)
{
    return db_.write([&](db::Transaction& tx) {
        return tx.run("UPDATE upkeep_task SET lease_owner = $1, lease_until = $2, prev_at = $3,"
                      " exec_times = exec_times + 1 WHERE name = $4 AND lease_until <= $3",
                      owner_, Time{now.seconds + lease_seconds}, now, name)
            == 1;
    });
}

void TaskTable::renew(Time now)
{
    db_.write([&](db::Transaction& tx) {
        tx.run("UPDATE upkeep_task SET lease_until = $1 WHERE lease_owner = $2 AND lease_until > 0",
               Time{now.seconds + lease_seconds}, owner_);
    });
}

void TaskTable::release(std::string_view name)
{
    db_.write([&](db::Transaction& tx) {
        tx.run("UPDATE upkeep_task SET lease_until = 0 WHERE name = $1 AND lease_owner = $2", name, owner_);
    });
}

void TaskTable::release_all()
{
    db_.write([&](db::Transaction& tx) {
        tx.run("UPDATE upkeep_task SET lease_until = 0 WHERE lease_owner = $1 AND lease_until > 0", owner_);
    });
}

} // namespace cairn::cron
