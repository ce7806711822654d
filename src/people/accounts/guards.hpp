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
Result<void> check_oneself(api::Call&);
Result<void> check_reads_user(api::Call&);
Result<void> check_reads_user_signed_in(api::Call&);
Result<void> check_administers_site(api::Call&);
Result<void> check_administers_user(api::Call&);
Result<void> check_administers_person(api::Call&);

// Anybody, signed in or not.
inline constexpr api::Guard anyone{.name = "anyone", .check = [](api::Call&) { return Result<void>(); }};
// Anybody who is signed in; loads the own account.
inline constexpr api::Guard signed_in{
    .name = "signed in", .loads = &api::tag<Account>, .errors = {401}, .check = &check_signed_in};
// The same, for what tells about the own account: a token that is limited to what is public does not see one that is
// not.
inline constexpr api::Guard oneself{
    .name = "signed in, as themselves", .loads = &api::tag<Account>, .errors = {401, 403}, .check = &check_oneself};

// Anybody who may see the account that {username} names; loads it.
inline constexpr api::Guard reads_user{.name = "reads the account",
                                       .path = &type_of<UserPath>(),
                                       .loads = &api::tag<Account>,
                                       .errors = {403, 404},
                                       .check = &check_reads_user};
// The same for those who are signed in.
inline constexpr api::Guard reads_user_signed_in{.name = "reads the account, signed in",
                                                 .path = &type_of<UserPath>(),
                                                 .loads = &api::tag<Account>,
                                                 .errors = {401, 403, 404},
                                                 .check = &check_reads_user_signed_in};

inline constexpr api::Guard administers_site{
    .name = "administers the site", .errors = {401, 403}, .check = &check_administers_site};
// An administrator, on any account; loads the one that {username} names.
inline constexpr api::Guard administers_user{.name = "administers the account",
                                             .path = &type_of<UserPath>(),
                                             .loads = &api::tag<Account>,
                                             .errors = {401, 403, 404},
                                             .check = &check_administers_user};
// The same for what only people have; an organization is refused.
inline constexpr api::Guard administers_person{.name = "administers the person's account",
                                               .path = &type_of<UserPath>(),
                                               .loads = &api::tag<Account>,
                                               .errors = {401, 403, 404, 422},
                                               .check = &check_administers_person};

// The account that {segment} of the path names, in any case. Whether the caller may see it is not asked. For a name
// that it had before, the error leads those who may know its present one to the same address under that.
Result<Account> account_at(api::Call&, std::string_view segment);

// Errc::not_found, as for a name that nobody has, where the caller may not see the account; Errc::forbidden where only
// the credential is too narrow for it.
Result<void> check_sees_account(api::Call&, const Account&);

} // namespace cairn::accounts
