// Accounts for people whom a source knows: found, or made.
#pragma once

#include "accounts/sources/directory_check.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

// A name that an account may have, out of one that somebody has elsewhere: without what follows an @, and with a hyphen
// for what names here do not have. Empty where nothing is left.
std::string account_name_of(std::string_view name_elsewhere);

// A new account of that source, without a password. Errc::unprocessable, in words for the person, for a name or an
// address that is malformed, missing or taken, and Errc::forbidden for an address of a domain that the site does not
// take from strangers; those who come by a directory are none.
Result<Account> make_account(db::Transaction&, const config::Settings&, const Source&, const Described&,
                             const std::string& name, std::string_view login_name);

// Linked identities: who is whom at a provider.
struct LinkedIdentity {
    std::int64_t source_id = 0;
    std::string source; // its name
    std::string subject;
    std::string name; // as the person is called there
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(LinkedIdentity, (), (source_id, source, subject, name, created_at))

// The account of that source that has the name there; also one that an administrator has said it of.
std::optional<Account> find_account_of(db::Queries&, const Source&, std::string_view login_name);
// The account that is linked, or else the one above.
std::optional<Account> find_linked(db::Queries&, const Source&, std::string_view subject);
std::vector<LinkedIdentity> identities_of(db::Queries&, std::int64_t account_id);
// Errc::conflict when somebody else has it already.
Result<void> link_identity(db::Transaction&, const Source&, std::string_view subject, std::string_view name,
                           std::int64_t account_id);
// By its owner, told to the audit trail. Errc::not_found when the account has no such one, Errc::unprocessable for one
// by which the account was made: nothing else opens it.
Result<void> unlink_identity(const api::Call&, const Account&, std::int64_t source_id, std::string_view subject);

} // namespace cairn::accounts
