#include "cron/scheduler.hpp"

#include <algorithm>

#include "base/log.hpp"

namespace cairn::cron {

namespace {

// As often as others on the same database and changes of the clock are looked for.
constexpr std::int64_t longest_nap = 20;

Time next_of(const std::optional<config::Schedule>& schedule, Time after)
{
    return schedule ? schedule->next(after) : Time::never();
}

} // namespace

Scheduler::Scheduler(const api::Site& site, db::Database& db, const config::CronSettings& settings,
                     std::span<const Task> tasks)
    : site_(site), table_(db)
{
    for (const Task& task : tasks) {
        Entry entry{.task = &task, .run_at_start = false, .schedule_text = std::string(task.schedule), .schedule = {}};
        if (task.setting != nullptr) {
            const config::CronTask& setting = settings.*task.setting;
            entry.run_at_start = setting.enabled && setting.run_at_start;
            entry.schedule_text = setting.enabled ? setting.schedule : "-";
        }
        entry.schedule = config::Schedule::parse(entry.schedule_text);
        entries_.push_back(std::move(entry));
    }
}

jobs::Kind Scheduler::job_kind()
{
    return {.name = std::string(task_job),
            .handler = [this](const jobs::Job& job, const std::stop_token& stop) { return perform(job, stop); },
            .concurrency = 2,
            .order = jobs::Order::merged,
            .retry = {.most_attempts = 2}};
}

void Scheduler::start()
{
    const Time now = Time::now();
    for (const Entry& entry : entries_)
        table_.enter(entry.task->name, entry.schedule_text, next_of(entry.schedule, now));
    for (const Entry& entry : entries_)
        if (entry.run_at_start) table_.begin(entry.task->name, now);
    clock_ = std::jthread([this](const std::stop_token& stop) { keep_time(stop); });
}

const Scheduler::Entry* Scheduler::find(std::string_view name) const
{
    const auto entry = std::ranges::find(entries_, name, [](const Entry& each) { return each.task->name; });
    return entry == entries_.end() ? nullptr : &*entry;
}

bool Scheduler::run(std::string_view name)
{
    if (find(name) == nullptr) return false;
    table_.begin(name, Time::now());
    return true;
}

std::vector<TaskStatus> Scheduler::list()
{
    const auto stored = table_.all();
    std::vector<TaskStatus> listed;
    for (const Entry& entry : entries_) {
        if (!entry.task->listed()) continue;
        TaskStatus status{
            .name = entry.task->name, .schedule = entry.schedule_text, .next = Time::never(), .prev = Time::never()};
        if (const auto found = std::ranges::find(stored, entry.task->name, &StoredTask::name); found != stored.end()) {
            status.next = found->next_at;
            status.prev = found->prev_at;
            status.exec_times = found->exec_times;
            status.running = found->running;
            if (found->ended_at.seconds != 0) status.ended = found->ended_at;
            status.took_ms = found->took_ms;
            status.last_error = found->last_error;
        }
        listed.push_back(std::move(status));
    }
    return listed;
}

void Scheduler::keep_time(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        std::int64_t nap = longest_nap;
        try {
            const Time now = Time::now();
            nap = std::clamp<std::int64_t>(run_what_is_due(now).seconds - now.seconds, 1, longest_nap);
        } catch (const std::exception& error) {
            log::error("cron could not look what is due", {{"error", error.what()}});
        }
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, std::chrono::seconds(nap), [] { return false; });
    }
}

Time Scheduler::run_what_is_due(Time now)
{
    const auto stored = table_.all();
    Time soonest{now.seconds + longest_nap};
    for (const Entry& entry : entries_) {
        const auto found = std::ranges::find(stored, entry.task->name, &StoredTask::name);
        if (!entry.schedule || found == stored.end()) continue;
        if (found->next_at > now) soonest = std::min(soonest, found->next_at);
        else if (table_.begin_due(entry.task->name, now, entry.schedule->next(now)))
            soonest = std::min(soonest, entry.schedule->next(now));
    }
    return soonest;
}

Result<jobs::Outcome> Scheduler::perform(const jobs::Job& job, const std::stop_token& stop)
{
    const Entry* entry = find(job.key);
    // Of a version that had it.
    if (entry == nullptr) return jobs::Outcome::done();
    auto outcome = jobs::Outcome::done();
    const auto begun = std::chrono::steady_clock::now();
    const auto took = [&begun] {
        return std::int64_t{
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun).count()};
    };
    try {
        entry->task->work(site_, stop);
        log::debug("a task of cron is done", {{"task", job.key}, {"ms", took()}});
    } catch (const std::exception& error) {
        log::error("a task of cron failed", {{"task", job.key}, {"error", error.what()}});
        outcome.error = error.what(); // its next appointment is the next try
    }
    // What is done every few seconds is told to nobody, so that a quiet site writes nothing.
    if (entry->task->listed()) table_.note_end(job.key, Time::now(), took(), outcome.error);
    return outcome;
}

} // namespace cairn::cron
