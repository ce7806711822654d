// When each token or session was last used, kept in memory and written to the database now and then: a request never
// waits for a write only because it was authenticated.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "db/database.hpp"

namespace cairn::accounts {

class LastUses {
public:
    // `save` gets the id as $1 and the time as $2.
    LastUses(db::Database&, db::Sql save, std::chrono::milliseconds delay);
    ~LastUses(); // writes what is left
    LastUses(const LastUses&) = delete;
    LastUses& operator=(const LastUses&) = delete;

    void record(std::int64_t id, Time);

    // The later of what the database said and what it has not been told yet.
    Time latest(std::int64_t id, Time stored) const;

    // Writes now what has been recorded.
    void flush();

private:
    void work();

    db::Database& db_;
    const db::Sql save_;
    const std::chrono::milliseconds delay_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::unordered_map<std::int64_t, Time> recorded_; // since the last write
    std::unordered_map<std::int64_t, Time> writing_;  // on its way to the database
    bool stopping_ = false;
    std::thread writer_; // sleeps until there is something to write
};

} // namespace cairn::accounts
