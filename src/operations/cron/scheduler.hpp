// Runs the tasks of upkeep when they are due, as jobs (jobs/queue.hpp). Several servers on one database share the work:
// each task is run by one of them.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include "config/schedule.hpp"
#include "cron/task.hpp"
#include "cron/task_table.hpp"
#include "jobs/job.hpp"

namespace cairn::cron {

struct TaskStatus {
    std::string_view name;
    std::string schedule; // "-" when it runs only if it is asked to
    Time next;            // Time::never(): by itself, not at all
    Time prev;            // Time::never(): it has not run yet
    std::int64_t exec_times = 0;
    bool running = false;       // or about to
    Time ended = Time::never(); // of the last run that came to its end
    std::int64_t took_ms = 0;
    std::string last_error{}; // empty: that one went well
};

// Any thread may call run() and list().
class Scheduler {
public:
    Scheduler(const api::Site&, db::Database&, const config::CronSettings&, std::span<const Task>);
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // The job that runs a task: its key is the task's name. One that was killed at it runs it once more, and then
    // leaves it for its next appointment. The scheduler must outlive the queue's work.
    jobs::Kind job_kind();

    // Until then nothing runs by itself.
    void start();

    // Runs a task soon, unless somebody is at it already. False when there is no such task.
    bool run(std::string_view name);

    // Those that are listed, in their order.
    std::vector<TaskStatus> list();

private:
    struct Entry {
        const Task* task;
        bool run_at_start;
        std::string schedule_text;
        std::optional<config::Schedule> schedule;
    };

    const Entry* find(std::string_view name) const;
    Result<jobs::Outcome> perform(const jobs::Job&, const std::stop_token&);
    void keep_time(const std::stop_token&);
    Time run_what_is_due(Time now); // the next appointment

    const api::Site& site_;
    TaskTable table_;
    std::vector<Entry> entries_;
    std::mutex mutex_{};
    std::condition_variable_any changed_{};
    std::jthread clock_{};
};

} // namespace cairn::cron
