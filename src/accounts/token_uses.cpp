#include "accounts/token_uses.hpp"

#include <algorithm>

#include "base/log.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

TokenUses::TokenUses(db::Database& db, std::chrono::milliseconds delay)
    : db_(db), delay_(delay), writer_([this] { work(); })
{
}

TokenUses::~TokenUses()
{
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    writer_.join();
}

void TokenUses::record(std::int64_t token_id, Time time)
{
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = recorded_.empty();
        auto& latest = recorded_[token_id];
        latest = std::max(latest, time);
    }
    if (first) changed_.notify_one();
}

Time TokenUses::latest(std::int64_t token_id, Time stored) const
{
    const std::lock_guard lock(mutex_);
    for (const auto* uses : {&recorded_, &writing_})
        if (auto found = uses->find(token_id); found != uses->end()) stored = std::max(stored, found->second);
    return stored;
}

void TokenUses::flush()
{
    {
        const std::lock_guard lock(mutex_);
        if (recorded_.empty() || !writing_.empty()) return;
        writing_.swap(recorded_);
    }
    try {
        // Only this thread changes writing_ until it is emptied below, so it can be read without the lock.
        db_.write([&](db::Transaction& tx) {
            for (const auto& [token_id, time] : writing_)
                tx.run("UPDATE access_token SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2", token_id, time);
        });
    } catch (const std::exception& error) {
        log::error("could not save when tokens were used", {{"error", error.what()}});
    }
    const std::lock_guard lock(mutex_);
    writing_.clear();
}

void TokenUses::work()
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
