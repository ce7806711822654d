// Making, changing, renaming and deleting accounts, as administrators do it.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::admin {

using accounts::Account;
using accounts::Visibility;

struct CreateUserOption {
    std::int64_t source_id = 0;
    std::string login_name;
    std::string username;
    std::string full_name;
    std::string email;
    std::string password;
    std::optional<bool> must_change_password;
    bool send_notify = false;
    bool restricted = false;
    std::optional<Visibility> visibility;
    std::optional<Time> created_at;
};
BOOST_DESCRIBE_STRUCT(CreateUserOption, (),
                      (source_id, login_name, username, full_name, email, password, must_change_password, send_notify,
                       restricted, visibility, created_at))
constexpr auto notes(const CreateUserOption*)
{
    return std::array{
        Note{.member = "username", .doc = "the name to sign in with", .required = true, .max_length = 40},
        Note{.member = "email", .doc = "the primary address", .required = true, .max_length = 254},
        Note{.member = "full_name", .max_length = 100},
        Note{.member = "password", .max_length = 255},
        Note{"must_change_password", "refuse everything until the person has changed it; true unless said otherwise"},
        Note{"send_notify", "tell the person by mail, where the site sends any"},
        Note{"source_id", "the sign-in source; 0 is this site. Of another one, the account gets no password here"},
        Note{"login_name", "the name at the sign-in source"},
        Note{"created_at", "when the account is said to have been made; now unless said otherwise"},
    };
}

struct EditUserOption {
    std::optional<std::int64_t> source_id;
    std::optional<std::string> login_name;
    std::optional<std::string> full_name;
    std::optional<std::string> email;
    std::string password;
    std::optional<bool> must_change_password;
    std::optional<std::string> website;
    std::optional<std::string> location;
    std::optional<std::string> description;
    std::optional<bool> active;
    std::optional<bool> admin;
    std::optional<bool> allow_git_hook;
    std::optional<bool> allow_import_local;
    std::optional<std::int64_t> max_repo_creation;
    std::optional<bool> prohibit_login;
    std::optional<bool> allow_create_organization;
    std::optional<bool> restricted;
    std::optional<Visibility> visibility;
};
BOOST_DESCRIBE_STRUCT(EditUserOption, (),
                      (source_id, login_name, full_name, email, password, must_change_password, website, location,
                       description, active, admin, allow_git_hook, allow_import_local, max_repo_creation,
                       prohibit_login, allow_create_organization, restricted, visibility))
constexpr auto notes(const EditUserOption*)
{
    return std::array{
        Note{"", "What to change of an account; what is absent stays as it is"},
        Note{"source_id", "the sign-in source; 0 leaves it"},
        Note{.member = "login_name", .doc = "the name at the sign-in source", .max_length = 255},
        Note{.member = "full_name", .max_length = 100},
        Note{.member = "email", .doc = "takes the place of the primary address", .max_length = 254, .format = "email"},
        Note{.member = "password", .doc = "a new password; empty leaves it", .max_length = 255},
        Note{.member = "website", .doc = "an address with http or https, or nothing", .max_length = 255},
        Note{.member = "location", .max_length = 50},
        Note{.member = "description", .max_length = 255},
        Note{"active", "may sign in"},
        Note{"admin", "administers the site"},
        Note{"max_repo_creation", "how many repositories the account may own; below 0: as many as the site allows"},
        Note{"restricted", "sees what is public of public owners, and what it was explicitly given"},
    };
}

// Where a person signs in.
struct MoveUserOption {
    std::int64_t source_id = 0; // 0: here
    std::string login_name;     // there
};
BOOST_DESCRIBE_STRUCT(MoveUserOption, (), (source_id, login_name))
constexpr auto notes(const MoveUserOption*) { return std::array{Note{.member = "login_name", .max_length = 255}}; }

struct RenameUserOption {
    std::string new_username;
};
BOOST_DESCRIBE_STRUCT(RenameUserOption, (), (new_username))
constexpr auto notes(const RenameUserOption*)
{
    return std::array{Note{.member = "new_username", .doc = "the new name", .required = true}};
}

struct DeleteUser {
    bool purge = false;
};
BOOST_DESCRIBE_STRUCT(DeleteUser, (), (purge))
constexpr auto notes(const DeleteUser*)
{
    return std::array{Note{"purge", "also delete all that the account owns, instead of refusing because of it"}};
}

// Errc::bad_request for a password that is too short or too simple; Errc::unprocessable for what else is malformed, a
// name or an address that is taken, and a sign-in source that there is not.
Result<Account> create_user(const api::Call&, const CreateUserOption&);

// One part after the other, as today's clients know it: what a later part refuses leaves the earlier ones changed.
// Errc::unprocessable for a website or a sign-in source that is none, Errc::bad_request for the address, for a password
// as above, and for what would leave the site without an administrator.
Result<Account> edit_user(const api::Call&, const Account&, const EditUserOption&);

// The same, all of it or nothing: a form that comes back has changed nothing.
Result<Account> edit_user_at_once(const api::Call&, const Account&, const EditUserOption&);

// Here, or at a source; a password that was set here stays, and counts again when the account comes back.
// Errc::unprocessable for a source that there is not, and for oneself.
Result<void> move_user(const api::Call&, const Account&, const MoveUserOption&);

// With its picture, and in a purge with all that it owns. Errc::unprocessable for the own account, and as
// accounts::delete_account() says.
Result<void> delete_user(const api::Call&, const Account&, const DeleteUser&);

// Errc::unprocessable for a name that is malformed or taken.
Result<void> rename_user(const api::Call&, const Account&, const RenameUserOption&);

} // namespace cairn::admin
