// The mail addresses of an account: one is primary, each belongs to one account on the whole site.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

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
// Gives the account another primary address, verified; the old one becomes free. Errc::bad_request when it is malformed
// or used, also by the account itself. The same address in another case is no change.
Result<void> replace_primary_email(db::Transaction&, const Account&, const std::string& email);
// False when the account no longer has it.
bool verify_address(db::Transaction&, std::int64_t account_id, std::string_view email);

// Errc::unprocessable for an address of [service] NO_REPLY_ADDRESS: each stands in for one that an account hides, and
// whoever registered it would be taken for that account.
Result<void> check_not_stand_in(const config::Settings&, std::string_view email);

// Whether [service] EMAIL_DOMAIN_ALLOWLIST and EMAIL_DOMAIN_BLOCKLIST let it register, and it stands in for no other.
bool may_register(const config::Settings&, std::string_view email);

// Whether whoever names an address has to show first that its mail is read.
bool confirms_by_mail(const config::Settings&);

// From here on as people change their own.

struct CreateEmailOption {
    std::vector<std::string> emails;
};
BOOST_DESCRIBE_STRUCT(CreateEmailOption, (), (emails))
constexpr auto notes(const CreateEmailOption*)
{
    return std::array{Note{.member = "emails", .doc = "the addresses to add", .required = true}};
}

struct DeleteEmailOption {
    std::vector<std::string> emails;
};
BOOST_DESCRIBE_STRUCT(DeleteEmailOption, (), (emails))
constexpr auto notes(const DeleteEmailOption*)
{
    return std::array{Note{"emails", "the addresses to delete, in any case"}};
}

// When the link is mailed that confirms an address, where the site asks for that.
enum class Confirmation : std::uint8_t { at_once, when_asked_for };

// Each address is a step of its own: what came before the one that fails stays done. Errc::unprocessable for more than
// 100 at once, and for one that check_not_stand_in() or add_address() refuses.
Result<void> add_addresses(const api::Call&, const Account&, const CreateEmailOption&, Confirmation);
// In the same way. Errc::not_found for one that is not the account's, Errc::unprocessable for the primary one, and for
// more than 100 at once.
Result<void> remove_addresses(const api::Call&, const Account&, const DeleteEmailOption&);
// Errc::not_found, or Errc::unprocessable for the primary one.
Result<void> remove_address(const api::Call&, const Account&, std::int64_t address_id);
// Errc::not_found, or Errc::unprocessable for one that is not verified.
Result<void> make_primary(const api::Call&, const Account&, std::int64_t address_id);
// Mails the link that confirms the address, unless one is under way already or the account has none to be confirmed.
void send_confirmation(const api::Call&, const Account&, std::int64_t address_id);

} // namespace cairn::accounts
