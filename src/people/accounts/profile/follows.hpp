// Who follows whom.
#pragma once

#include "accounts/account.hpp"
#include "api/operation.hpp"

namespace cairn::accounts {

// Following oneself, or twice, does nothing. Errc::forbidden when one has blocked the other.
Result<void> follow(db::Transaction&, std::int64_t account_id, std::int64_t followed_id);
// Without effect when there is nothing to end.
void unfollow(db::Transaction&, std::int64_t account_id, std::int64_t followed_id);
// Before an account is deleted: those whom it follows and those who follow it count one less.
void uncount_follows(db::Transaction&, std::int64_t account_id);

} // namespace cairn::accounts
