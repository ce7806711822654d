// Whom an account wants nothing to do with.
#pragma once

#include "accounts/user.hpp"
#include "api/call.hpp"

namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::accounts {

bool is_blocked(db::Queries&, std::int64_t blocker_id, std::int64_t blocked_id);
bool is_blocked_either_way(db::Queries&, std::int64_t one_id, std::int64_t other_id);

// With those, too, who have hidden since: whoever has blocked them knows of them, and must find them to take it back.
// A token that is limited to what is public lists public accounts alone.
Page<User> list_blocked(const api::Call&, const Paging&, std::int64_t blocker_id);

// The blocker knows those who were blocked or who have written in a repository of the blocker's, however hidden they
// are now; anybody else whom the caller may not see is not there: Errc::not_found.
Result<void> check_blockable(api::Call&, const Account&, std::int64_t blocker_id);
// The account that {segment} of the path names, if it is one of those.
Result<Account> blockable_at(api::Call&, std::string_view segment, std::int64_t blocker_id);

// Cuts what has tied the two to each other. Errc::bad_request for oneself, an organization, or somebody who is blocked
// already. The blocker may be an organization.
Result<void> block(db::Transaction&, const events::Bus&, const Account& blocker, const Account& blocked,
                   const std::string& note);
Result<void> block(const api::Call&, const Account& blocker, const Account& blocked, const std::string& note);
// Errc::bad_request for somebody who is not blocked.
Result<void> unblock(db::Transaction&, const Account& blocker, const Account& blocked);
Result<void> unblock(const api::Call&, const Account& blocker, const Account& blocked);

} // namespace cairn::accounts
