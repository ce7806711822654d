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
    bool running = false; // or about to
    Time ended_at;        // of the last run that came to its end; 0: none has
    std::int64_t took_ms = 0;
    std::string last_error; // empty: that one went well
};
BOOST_DESCRIBE_STRUCT(StoredTask, (),
                      (name, schedule, next_at, prev_at, exec_times, running, ended_at, took_ms, last_error))

// A run of a task that came to its end.
struct TaskRun {
    Time ended_at;
    std::int64_t took_ms = 0;
    std::string error; // empty: it went well
};
BOOST_DESCRIBE_STRUCT(TaskRun, (), (ended_at, took_ms, error))

// Of each task so many are remembered.
inline constexpr std::int64_t most_task_runs = 100;

// The newest first.
Page<TaskRun> runs_of_task(db::Queries&, std::string_view name, const Paging&);

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
    // What became of it.
    void note_end(std::string_view name, Time now, std::int64_t took_ms, std::string_view error);

private:
    db::Database& db_;
};

} // namespace cairn::cron
