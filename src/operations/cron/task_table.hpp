// The tasks in the database: when they ran and when they will. That one runs is a job (jobs/job.hpp).
#pragma once

#include <string_view>

#include "base/reflect.hpp"
#include "db/database.hpp"

namespace cairn::cron {

// The job that runs a task. Its key is the task's name.
inline constexpr std::string_view task_job = "cron";

struct StoredTask {
    std::string name;
    std::string schedule;
    Time next_at;
    Time prev_at;
    std::int64_t exec_times = 0;
};
BOOST_DESCRIBE_STRUCT(StoredTask, (), (name, schedule, next_at, prev_at, exec_times))

class TaskTable {
public:
    explicit TaskTable(db::Database& db) : db_(db) { }

    std::vector<StoredTask> all();

    // Makes the task known. A schedule that has changed begins anew; otherwise the task keeps its appointment, also one
    // that it has missed while no server ran.
    void enter(std::string_view name, std::string_view schedule, Time next);

    // Puts the job of a task that is due, unless one waits or runs. `next` is its next appointment. Whether it has.
    bool begin_due(std::string_view name, Time now, Time next);
    // The same for a task that somebody wants now; its appointment stays.
    bool begin(std::string_view name, Time now);

private:
    db::Database& db_;
};

} // namespace cairn::cron
