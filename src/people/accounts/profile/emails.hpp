// E-mail addresses as the API shows them.
#pragma once

#include "api/operation.hpp"

namespace cairn::accounts {

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

} // namespace cairn::accounts
