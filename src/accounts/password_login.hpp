// A name and a password, checked: for Basic authentication and for the sign-in page alike.
#pragma once

#include "accounts/account.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

class Passwords;

// The account, whatever its state. Errc::unauthorized with the same words, after the same work, for an unknown name and
// a wrong password; Errc::unavailable when too many are being checked, or when `quick` and the check would take long.
Result<Account> log_in(db::Database&, Passwords&, std::string_view name_or_email, std::string_view password,
                       bool quick);

} // namespace cairn::accounts
