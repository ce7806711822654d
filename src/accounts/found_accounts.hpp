// What searches have found. Finding costs more the more accounts there are, and most searches are repeated (page after
// page, by one client after another), so the result is kept for as long as no account has changed.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/reflect.hpp"

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

    // The rows of account_change that can be seen: no two states of the accounts have the same.
    struct State {
        std::int64_t changes = 0;
        std::int64_t latest = 0;
        std::int64_t total = 0;
        bool operator==(const State&) const = default;
    };

private:
    State read_state();

    db::Database& db_;
    std::mutex mutex_;
    State state_;
    std::unordered_map<std::string, std::shared_ptr<const Ids>> found_; // in state_
    std::size_t weight_ = 0;                                            // of found_, in ids
};
BOOST_DESCRIBE_STRUCT(FoundAccounts::State, (), (changes, latest, total))

} // namespace cairn::accounts
