// What is forgotten about accounts in time: the tasks of upkeep that are about them.
#pragma once

#include <stop_token>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::accounts {

// Sessions and one-time codes that are over, and events older than the audit trail is kept.
void forget_expired(const api::Site&, const std::stop_token&);

// Accounts that nobody has activated within a week.
void delete_inactive(const api::Site&, const std::stop_token&);

} // namespace cairn::accounts
