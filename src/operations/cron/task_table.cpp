#include "cron/task_table.hpp"

#include "jobs/job.hpp"

namespace cairn::cron {

namespace {

bool has_job(db::Queries& db, std::string_view name)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM job WHERE kind = $1 AND owner = $2 AND key = $2"
                           " AND state <> 'failed') AS value",
                           task_job, name);
}

void put_job(db::Transaction& tx, std::string_view name)
{
    jobs::put(tx, {.kind = task_job, .owner = name, .key = name});
}

} // namespace

Page<TaskRun> runs_of_task(db::Queries& db, std::string_view name, const Paging& paging)
{
    return db.page<TaskRun>(paging, "SELECT ended_at, took_ms, error FROM upkeep_run WHERE task = $1 ORDER BY id DESC",
                            name);
}

std::vector<StoredTask> TaskTable::all()
{
    return db_.all<StoredTask>(
        "SELECT t.name, t.schedule, t.next_at, t.prev_at, t.exec_times, t.ended_at, t.took_ms, t.last_error,"
        " EXISTS (SELECT 1 FROM job j WHERE j.kind = $1 AND j.owner = t.name AND j.key = t.name"
        " AND j.state <> 'failed') AS running FROM upkeep_task t ORDER BY t.name",
        task_job);
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

bool TaskTable::begin_due(std::string_view name, Time now, Time next)
{
    return db_.write([&](db::Transaction& tx) {
        if (has_job(tx, name)
            || tx.run("UPDATE upkeep_task SET prev_at = $2, next_at = $3, exec_times = exec_times + 1"
                      " WHERE name = $1 AND next_at > 0 AND next_at <= $2",
                      name, now, next)
                == 0)
            return false;
        put_job(tx, name);
        return true;
    });
}

bool TaskTable::begin(std::string_view name, Time now)
{
    return db_.write([&](db::Transaction& tx) {
        if (has_job(tx, name)
            || tx.run("UPDATE upkeep_task SET prev_at = $2, exec_times = exec_times + 1 WHERE name = $1", name, now)
                == 0)
            return false;
        put_job(tx, name);
        return true;
    });
}

void TaskTable::note_end(std::string_view name, Time now, std::int64_t took_ms, std::string_view error)
{
    db_.write([&](db::Transaction& tx) {
        tx.run("UPDATE upkeep_task SET ended_at = $2, took_ms = $3, last_error = $4 WHERE name = $1", name, now,
               took_ms, error);
        tx.run("INSERT INTO upkeep_run (task, ended_at, took_ms, error) VALUES ($1, $2, $3, $4)", name, now, took_ms,
               error);
        tx.run("DELETE FROM upkeep_run WHERE task = $1 AND id <= (SELECT id FROM upkeep_run WHERE task = $1"
               " ORDER BY id DESC LIMIT 1 OFFSET $2)",
               name, most_task_runs);
    });
}

} // namespace cairn::cron
