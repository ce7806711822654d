// The mail addresses of an account: one is primary, each belongs to one account on the whole site.
#pragma once

#include "accounts/account.hpp"

namespace cairn::accounts {

struct EmailAddress {
    std::int64_t id = 0;
    std::string email;
    bool verified = false;
    bool is_primary = false;
};
BOOST_DESCRIBE_STRUCT(EmailAddress, (), (id, email, verified, is_primary))

// The primary one first.
std::vector<EmailAddress> list_addresses(db::Queries&, std::int64_t account_id);

bool has_verified_address(db::Queries&, std::int64_t account_id);
// The person who may sign in and has this verified address.
std::optional<Account> find_by_address(db::Queries&, std::string_view email);

// Errc::unprocessable when it is malformed, or used by any account.
Result<void> add_address(db::Transaction&, std::int64_t account_id, const std::string& email, bool verified);
// Errc::not_found, or Errc::unprocessable for one that is not verified.
Result<void> make_primary(db::Transaction&, std::int64_t account_id, std::int64_t address_id);
// Errc::not_found, or Errc::unprocessable for the primary one.
Result<void> remove_address(db::Transaction&, std::int64_t account_id, std::int64_t address_id);
// False when the account no longer has it.
bool verify_address(db::Transaction&, std::int64_t account_id, std::string_view email);

// Errc::unprocessable for an address of [service] NO_REPLY_ADDRESS: each stands in for one that an account hides, and
// whoever registered it would be taken for that account.
Result<void> check_not_stand_in(const config::Settings&, std::string_view email);

// Whether [service] EMAIL_DOMAIN_ALLOWLIST and EMAIL_DOMAIN_BLOCKLIST let it register, and it stands in for no other.
bool may_register(const config::Settings&, std::string_view email);

} // namespace cairn::accounts
