#include "accounts/found_accounts.hpp"

#include "db/found_ids.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t most_ids = 2 * 1024 * 1024; // 16 MiB
constexpr std::size_t weight_of_entry = 64;       // of its key and its place, in ids

} // namespace

std::shared_ptr<const FoundAccounts::Ids> FoundAccounts::get(const std::string& key, const std::function<Ids()>& find)
{
    // Read before searching: what changes in between makes the result count for a state that is gone.
    const auto state = db::state_of(db_, "account_change");
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
