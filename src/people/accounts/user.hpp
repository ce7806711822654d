// The user as the API shows it: how much of an account is told depends on who looks.
#pragma once

#include "accounts/account.hpp"
#include "api/caller.hpp"
#include "base/page.hpp"

namespace cairn::accounts {

struct User {
    std::int64_t id = 0;
    std::string login;
    std::string login_name;
    std::int64_t source_id = 0;
    std::string full_name;
    std::string email;
    std::string avatar_url;
    std::string html_url;
    std::string language;
    bool is_admin = false;
    Time last_login = Time::never();
    Time created;
    bool restricted = false;
    bool active = false;
    bool prohibit_login = false;
    std::string location;
    std::string website;
    std::string description;
    Visibility visibility = Visibility::public_;
    std::int64_t followers_count = 0;
    std::int64_t following_count = 0;
    std::int64_t starred_repos_count = 0;
    std::string username; // the same as login, for clients that know it by this name
};
BOOST_DESCRIBE_STRUCT(User, (),
                      (id, login, login_name, source_id, full_name, email, avatar_url, html_url, language, is_admin,
                       last_login, created, restricted, active, prohibit_login, location, website, description,
                       visibility, followers_count, following_count, starred_repos_count, username))
constexpr auto notes(const User*)
{
    return std::array{
        Note{"", "A person's account, or an organization in the shape of one"},
        Note{"login", "the name to sign in with, as it was spelled when the account was made"},
        Note{"login_name", "the name at the sign-in source; told to the person and to administrators"},
        Note{"source_id", "the sign-in source; told to the person and to administrators"},
        Note{.member = "email",
             .doc = "the primary address, or a placeholder where it is hidden from the caller",
             .format = "email"},
        Note{"language", "the language of the pages; told to the person and to administrators"},
        Note{"is_admin", "administers the site; told to the person and to administrators"},
        Note{"last_login", "told to the person and to administrators"},
        Note{"restricted", "sees only what it was explicitly given"},
        Note{"active", "may sign in; told to the person and to administrators"},
        Note{"prohibit_login", "was forbidden to sign in; told to the person and to administrators"},
        Note{"visibility", "who may see the account"},
        Note{"username", "the same as login"},
    };
}

// The account as people see it who have no part in it, whoever it is in fact: inside of other objects.
User show_user_plainly(const ShownAccount&, bool to_signed_in, const config::Settings&);

// Whether the caller is told what only the person and administrators are.
bool is_insider(std::int64_t account_id, const api::Caller& caller);

// The account as `caller` may see it. Whether the caller may see it at all was decided before.
User show_user(const ShownAccount&, const api::Caller& caller, const config::Settings&);
Page<User> show_users(const Page<ShownAccount>&, const api::Caller& caller, const config::Settings&);

} // namespace cairn::accounts

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::accounts::User>();
