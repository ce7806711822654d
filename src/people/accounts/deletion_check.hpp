// What keeps an account from being deleted. What follows from its deletion is told as an event (events/events.hpp), and
// what the schema does by itself (ON DELETE CASCADE) needs neither. Accounts know no room above them: each one that
// people own things in puts a DeletionCheck into the list of app/catalog.cpp.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::accounts {

struct DeletionCheck {
    // Why the account cannot be deleted as it is: it owns repositories, it is a member somewhere. Errc::unprocessable.
    Result<void> (*check_free)(db::Queries&, const Account&);

    // For a purge: takes away what check_free would find, with its files. It may take long and is no transaction; the
    // account can no longer sign in.
    Result<void> (*clear)(const api::Site&, const Account&, std::int64_t actor_id);
};

using DeletionChecks = std::span<const DeletionCheck* const>;

// Ends an account and all that goes with it. Errc::unprocessable for an organization, for the last administrator, and
// for what a room's check_free says.
Result<void> delete_account(db::Transaction&, DeletionChecks, const events::Bus&, const Account&);

// The same by its owner, who says the password once more (check_own_password()), with its picture and told to the audit
// trail. The value of the Set-Cookie header that ends the session.
Result<std::string> delete_own_account(const api::Call&, const Account&, std::string_view password);

// Before an account is deleted, shut out or no longer an administrator: Errc::bad_request when no other administrator
// can sign in, so that nobody would be left to administer the site.
Result<void> check_not_last_admin(db::Queries&, const Account&);

} // namespace cairn::accounts
