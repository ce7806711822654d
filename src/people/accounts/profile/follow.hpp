// Who follows whom.
#pragma once

#include <set>
#include <vector>

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::api {
class View;
} // namespace cairn::api

namespace cairn::accounts {

// The page of those who follow an account, and of those whom it follows, in the order in which they began; of them,
// whom the viewer sees.
Page<ShownAccount> followers_of(const api::View&, const Account&, const Paging&);
Page<ShownAccount> followed_by(const api::View&, const Account&, const Paging&);

// Errc::not_found when one does not follow the other, or when the caller does not see whom it is about.
Result<void> check_follows(const api::Call&, const Account& who, const Account& whom);
// The same of the own account: whoever has hidden since is still known to those who follow them.
Result<void> check_self_follows(const api::Call&, const Account& self, const Account& whom);

// Those of the ids whom an account follows: one query for a whole list.
std::set<std::int64_t> followed_among(db::Queries&, std::int64_t account_id, const std::vector<std::int64_t>& ids);

// Following oneself, or twice, does nothing. Errc::not_found for whom the caller does not see, Errc::forbidden when one
// has blocked the other.
Result<void> follow(const api::Call&, const Account& self, const Account& whom);
// Without effect when there is nothing to end. Errc::not_found for whom the caller neither follows nor sees.
Result<void> unfollow(const api::Call&, const Account& self, const Account& whom);

// The same as a part of something larger, whoever sees whom.
void unfollow(db::Transaction&, std::int64_t account_id, std::int64_t followed_id);
// Before an account is deleted: those whom it follows and those who follow it count one less.
void uncount_follows(db::Transaction&, std::int64_t account_id);

} // namespace cairn::accounts
