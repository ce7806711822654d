// The e-mail addresses of accounts.
#pragma once

#include "accounts/account.hpp"
#include "api/operation.hpp"

namespace cairn::accounts {

// An address as the API shows it.
struct Email {
    std::string email;
    bool verified = false;
    bool primary = false;
    std::int64_t user_id = 0;
    std::string username;
};
BOOST_DESCRIBE_STRUCT(Email, (), (email, verified, primary, user_id, username))
constexpr auto notes(const Email*)
{
    return std::array{
        Note{"", "An e-mail address of an account"},
        Note{.member = "email", .format = "email"},
        Note{"verified", "somebody has shown that mail reaches the account's owner there"},
        Note{"primary", "the address that mail goes to and that others see"},
        Note{"user_id", "the account; told to administrators"},
        Note{"username", "the account's name; told to administrators"},
    };
}

// Gives the account another primary address, verified; the old one becomes free. Errc::bad_request when it is malformed
// or used, also by the account itself. The same address in another case is no change.
Result<void> replace_primary_email(db::Transaction&, const Account&, const std::string& email);

} // namespace cairn::accounts
