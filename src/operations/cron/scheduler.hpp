// Runs the tasks of upkeep when they are due, in threads of its own, a few at a time. Several servers on one database
// share the work: each task is run by one of them.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <thread>

#include "config/schedule.hpp"
#include "cron/task.hpp"
#include "cron/task_table.hpp"

namespace cairn::cron {

struct TaskStatus {
    std::string_view name;
    std::string schedule; // "-" when it runs only if it is asked to
    Time next;            // Time::never(): by itself, not at all
    Time prev;            // Time::never(): it has not run yet
    std::int64_t exec_times = 0;
};

class Scheduler {
public:
    Scheduler(const api::Site&, db::Database&, const config::CronSettings&, std::span<const Task>);
    ~Scheduler(); // waits for tasks that are under way; they are asked to be brief
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    // Until then nothing runs.
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

    void keep_time();
    Time run_what_is_due(Time now); // the next appointment
    void work();
    void perform(const Entry&);
    void enqueue(const Entry&);

    const api::Site& site_;
    TaskTable table_;
    std::vector<Entry> entries_;
    std::mutex mutex_{};
    std::condition_variable_any changed_{};
    std::deque<const Entry*> waiting_{};
    std::size_t running_ = 0;
    std::stop_source stop_{};
    std::vector<std::jthread> threads_{};
};

} // namespace cairn::cron
