// Who may call an operation about accounts, and on which account.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

struct UserPath {
    std::string username;
};
BOOST_DESCRIBE_STRUCT(UserPath, (), (username))
constexpr auto notes(const UserPath*) { return std::array{Note{"username", "the name of the account"}}; }

Result<void> check_signed_in(api::Call&);
Result<void> check_administers_site(api::Call&);

// Anybody, signed in or not.
inline constexpr api::Guard anyone{.name = "anyone", .check = [](api::Call&) { return Result<void>(); }};
// Anybody who is signed in; loads the own account.
inline constexpr api::Guard signed_in{
    .name = "signed in", .loads = &api::tag<Account>, .errors = {401}, .check = &check_signed_in};
inline constexpr api::Guard administers_site{
    .name = "administers the site", .errors = {401, 403}, .check = &check_administers_site};

} // namespace cairn::accounts
