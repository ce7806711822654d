#include "repositories/references/unrecorded_pushes.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "db/database.hpp"
#include "git/store/store.hpp"

namespace cairn::repositories {

namespace {

constexpr std::size_t most_references = 100'000;

} // namespace

UnrecordedPushes::UnrecordedPushes(db::Database& db, const git::Store& store, Pauses pauses)
    : db_(db), store_(store), pauses_(pauses)
{
}

void UnrecordedPushes::add(const events::Bus& events, std::int64_t repository_id, DonePush push)
{
    const auto count = push.changes.size();
    const std::lock_guard lock(mutex_);
    if (references_ + count > most_references) {
        log::error("a push could not be recorded and is left to the task record_missed_pushes",
                   {{"repository", repository_id}, {"references", count}});
        return;
    }
    log::warn("a push could not be recorded yet", {{"repository", repository_id}, {"references", count}});
    waiting_.push_back({.events = &events, .repository_id = repository_id, .push = std::move(push)});
    references_ += count;
    if (!worker_.joinable()) worker_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
    added_.notify_one();
}

void UnrecordedPushes::work(const std::stop_token& stop)
{
    auto pause = pauses_.first;
    std::unique_lock lock(mutex_);
    while (added_.wait(lock, stop, [&] { return !waiting_.empty(); })) {
        added_.wait_for(lock, stop, pause, [] { return false; });
        const bool last_round = stop.stop_requested();
        std::vector<Waiting> round;
        round.swap(waiting_);
        lock.unlock();
        std::vector<Waiting> left;
        for (Waiting& each : round)
            if (!try_record(each)) left.push_back(std::move(each));
        if (last_round) return;
        lock.lock();
        pause = left.empty() ? pauses_.first : std::min(pause * 2, pauses_.longest);
        std::ranges::move(left, std::back_inserter(waiting_));
        references_ = 0;
        for (const Waiting& each : waiting_) references_ += each.push.changes.size();
    }
}

// False: the database still does not answer.
bool UnrecordedPushes::try_record(Waiting& waiting) noexcept
{
    try {
        const auto stored = find_repository(db_, waiting.repository_id);
        if (!stored) return true; // deleted meanwhile
        const auto repository = git::Repository::open(store_.path(stored->storage));
        if (!repository) return true; // no folder, or a damaged one: others look after these
        record_push(db_, *waiting.events, *stored, *repository, waiting.push);
        log::info("a push is recorded now", {{"repository", stored->id}});
        return true;
    } catch (const std::exception& error) {
        log::warn("a push can still not be recorded", {{"repository", waiting.repository_id}, {"error", error.what()}});
        return false;
    }
}

} // namespace cairn::repositories
