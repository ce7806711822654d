// What searches have found. Finding costs more the more accounts there are, and most searches are repeated (page after
// page, by one client after another), so the result is kept for as long as no account has changed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

// Safe from any thread. Its memory has a bound.
class FoundAccounts {
public:
    using Ids = std::vector<std::int64_t>;

    explicit FoundAccounts(db::Database& db) : db_(db) { }

    // What `find` returns, or has returned for the same key since the last change of any account.
    std::shared_ptr<const Ids> get(const std::string& key, const std::function<Ids()>& find);

private:
    db::Database& db_;
    std::mutex mutex_;
    std::vector<std::int64_t> state_;
    std::unordered_map<std::string, std::shared_ptr<const Ids>> found_; // in state_
    std::size_t weight_ = 0;                                            // of found_, in ids
};

} // namespace cairn::accounts
