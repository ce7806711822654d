// When each token was last used, kept in memory and written to the database now and then: a request never waits for a
// write only because it was authenticated.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "base/time.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

class TokenUses {
public:
    explicit TokenUses(db::Database&, std::chrono::milliseconds delay = std::chrono::seconds(30));
    ~TokenUses(); // writes what is left
    TokenUses(const TokenUses&) = delete;
    TokenUses& operator=(const TokenUses&) = delete;

    void record(std::int64_t token_id, Time);

    // The later of what the database said and what it has not been told yet.
    Time latest(std::int64_t token_id, Time stored) const;

    // Writes now what has been recorded.
    void flush();

private:
    void work();

    db::Database& db_;
    const std::chrono::milliseconds delay_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::unordered_map<std::int64_t, Time> recorded_; // since the last write
    std::unordered_map<std::int64_t, Time> writing_;  // on its way to the database
    bool stopping_ = false;
    std::thread writer_; // sleeps until there is something to write
};

} // namespace cairn::accounts
