#include "accounts/found_accounts.hpp"

#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t most_ids = 2 * 1024 * 1024; // 16 MiB
constexpr std::size_t weight_of_entry = 64;       // of its key and its place, in ids
constexpr std::int64_t most_changes = 256;        // more of them are replaced by one

} // namespace

FoundAccounts::State FoundAccounts::read_state()
{
    const auto read = [this] {
        return db_.one<State>("SELECT count(*) AS changes, COALESCE(max(id), 0) AS latest,"
                              " CAST(COALESCE(sum(id), 0) AS BIGINT) AS total FROM account_change");
    };
    State state = read();
    if (state.changes <= most_changes) return state;
    // The new row's id was never there before, so this is a state like no other.
    db_.write([](db::Transaction& tx) {
        tx.run("DELETE FROM account_change");
        tx.run("INSERT INTO account_change DEFAULT VALUES");
    });
    return read();
}

std::shared_ptr<const FoundAccounts::Ids> FoundAccounts::get(const std::string& key, const std::function<Ids()>& find)
{
    // Read before searching: what changes in between makes the result count for a state that is gone.
    const State state = read_state();
    {
        const std::lock_guard lock(mutex_);
        if (state != state_) {
            state_ = state;
            found_.clear();
            weight_ = 0;
        } else if (const auto known = found_.find(key); known != found_.end()) return known->second;
    }
    auto ids = std::make_shared<const Ids>(find());
    const std::size_t weight = ids->size() + weight_of_entry;
    const std::lock_guard lock(mutex_);
    if (state != state_ || weight > most_ids) return ids;
    if (weight_ + weight > most_ids) {
        found_.clear();
        weight_ = 0;
    }
    if (found_.emplace(key, ids).second) weight_ += weight;
    return ids;
}

} // namespace cairn::accounts
