#include "cron/scheduler.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "crypto/random.hpp"

namespace cairn::cron {

namespace {

constexpr std::size_t workers = 2;
// As often as others on the same database and changes of the clock are looked for, and leases renewed.
constexpr std::int64_t longest_nap = TaskTable::lease_seconds / 3;

Time next_of(const std::optional<config::Schedule>& schedule, Time after)
{
    return schedule ? schedule->next(after) : Time::never();
}

} // namespace

Scheduler::Scheduler(const api::Site& site, db::Database& db, const config::CronSettings& settings,
                     std::span<const Task> tasks)
    : site_(site), table_(db, crypto::random_hex(16))
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

Scheduler::~Scheduler()
{
    {
        const std::scoped_lock lock(mutex_);
        stop_.request_stop();
    }
    changed_.notify_all();
    if (threads_.empty()) return;
    threads_.clear();
    try {
        table_.release_all();
    } catch (const std::exception& error) {
        log::error("could not release the tasks of upkeep", {{"error", error.what()}});
    }
}

void Scheduler::start()
{
    const Time now = Time::now();
    for (const Entry& entry : entries_)
        table_.enter(entry.task->name, entry.schedule_text, next_of(entry.schedule, now));
    for (const Entry& entry : entries_)
        if (entry.run_at_start && table_.claim(entry.task->name, now)) enqueue(entry);
    threads_.emplace_back([this] { keep_time(); });
    for (std::size_t i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
}

bool Scheduler::run(std::string_view name)
{
    const auto entry = std::ranges::find(entries_, name, [](const Entry& each) { return each.task->name; });
    if (entry == entries_.end()) return false;
    if (table_.claim(name, Time::now())) enqueue(*entry);
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
        }
        listed.push_back(std::move(status));
    }
    return listed;
}

void Scheduler::enqueue(const Entry& entry)
{
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(&entry);
    }
    changed_.notify_all();
}

void Scheduler::keep_time()
{
    while (!stop_.stop_requested()) {
        std::int64_t nap = longest_nap;
        try {
            const Time now = Time::now();
            bool busy = false;
            {
                const std::scoped_lock lock(mutex_);
                busy = running_ > 0 || !waiting_.empty();
            }
            if (busy) table_.renew(now);
            nap = std::clamp<std::int64_t>(run_what_is_due(now).seconds - now.seconds, 1, longest_nap);
        } catch (const std::exception& error) {
            log::error("upkeep could not look what is due", {{"error", error.what()}});
        }
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop_.get_token(), std::chrono::seconds(nap), [] { return false; });
    }
}

Time Scheduler::run_what_is_due(Time now)
{
    const auto stored = table_.all();
    Time soonest{now.seconds + longest_nap};
    for (const Entry& entry : entries_) {
        const auto found = std::ranges::find(stored, entry.task->name, &StoredTask::name);
        if (!entry.schedule || found == stored.end()) continue;
        if (found->next_at > now) {
            soonest = std::min(soonest, found->next_at);
        } else if (table_.claim_due(entry.task->name, now, entry.schedule->next(now))) {
            soonest = std::min(soonest, entry.schedule->next(now));
            enqueue(entry);
        }
    }
    return soonest;
}

void Scheduler::work()
{
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop_.get_token(), [&] { return !waiting_.empty(); }) && !stop_.stop_requested()) {
        const Entry& entry = *waiting_.front();
        waiting_.pop_front();
        ++running_;
        lock.unlock();
        perform(entry);
        lock.lock();
        --running_;
    }
}

void Scheduler::perform(const Entry& entry)
{
    try {
        const auto begun = std::chrono::steady_clock::now();
        entry.task->work(site_, stop_.get_token());
        const auto took =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
        log::debug("a task of upkeep is done", {{"task", entry.task->name}, {"ms", std::int64_t{took.count()}}});
    } catch (const std::exception& error) {
        log::error("a task of upkeep failed", {{"task", entry.task->name}, {"error", error.what()}});
    }
    try {
        table_.release(entry.task->name);
    } catch (const std::exception& error) {
        log::error("could not release a task of upkeep", {{"task", entry.task->name}, {"error", error.what()}});
    }
}

} // namespace cairn::cron
