#include "accounts/tokens/last_uses.hpp"

#include <algorithm>

#include "base/log.hpp"

namespace cairn::accounts {

LastUses::LastUses(db::Database& db, db::Sql save, std::chrono::milliseconds delay)
    : db_(db), save_(save), delay_(delay), writer_([this] { work(); })
{
}

LastUses::~LastUses()
{
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    writer_.join();
}

void LastUses::record(std::int64_t id, Time time)
{
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = recorded_.empty();
        auto& latest = recorded_[id];
        latest = std::max(latest, time);
    }
    if (first) changed_.notify_one();
}

Time LastUses::latest(std::int64_t id, Time stored) const
{
    const std::lock_guard lock(mutex_);
    for (const auto* uses : {&recorded_, &writing_})
        if (auto found = uses->find(id); found != uses->end()) stored = std::max(stored, found->second);
    return stored;
}

void LastUses::flush()
{
    {
        const std::lock_guard lock(mutex_);
        if (recorded_.empty() || !writing_.empty()) return;
        writing_.swap(recorded_);
    }
    try {
        // Only this thread changes writing_ until it is emptied below, so it can be read without the lock.
        db_.write([&](db::Transaction& tx) {
            for (const auto& [id, time] : writing_) tx.run(save_, id, time);
        });
    } catch (const std::exception& error) {
        log::error("could not save what was last used when", {{"error", error.what()}});
    }
    const std::lock_guard lock(mutex_);
    writing_.clear();
}

void LastUses::work()
{
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        changed_.wait(lock, [&] { return stopping_ || !recorded_.empty(); });
        // Wait a while for more, so that a busy token costs one write for many uses.
        changed_.wait_for(lock, delay_, [&] { return stopping_; });
        lock.unlock();
        flush();
        lock.lock();
    }
}

} // namespace cairn::accounts
