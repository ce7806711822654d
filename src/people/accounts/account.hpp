// An account: a person or an organization, as the database holds it.
#pragma once

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "config/account_settings.hpp"
#include "db/sql_text.hpp"

namespace cairn::api {
struct Caller;
} // namespace cairn::api
namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db
namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::accounts {

enum class AccountKind : std::uint8_t { individual, organization };
BOOST_DESCRIBE_ENUM(AccountKind, individual, organization)

using config::Visibility;

// What can be shown of it: all that lists read.
struct ShownAccount {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string email; // the primary address
    bool keep_email_private = false;
    bool prohibit_login = false;
    bool is_active = true;
    bool is_admin = false;
    bool is_restricted = false;
    std::int64_t login_source = 0;
    std::string login_name;
    std::string language;
    std::string location;
    std::string website;
    std::string description;
    Visibility visibility = Visibility::public_;
    std::string avatar; // the name of its picture
    std::int64_t followers_count = 0;
    std::int64_t following_count = 0;
    std::int64_t starred_repos_count = 0;
    Time created_at;
    Time last_login_at;
};
BOOST_DESCRIBE_STRUCT(ShownAccount, (),
                      (id, name, full_name, email, keep_email_private, prohibit_login, is_active, is_admin,
                       is_restricted, login_source, login_name, language, location, website, description, visibility,
                       avatar, followers_count, following_count, starred_repos_count, created_at, last_login_at))
inline constexpr db::SqlText shown_account_sql(
    "a.id, a.name, a.full_name, a.email, a.keep_email_private, a.prohibit_login, a.is_active, a.is_admin,"
    " a.is_restricted, a.login_source, a.login_name, a.language, a.location, a.website, a.description, a.visibility,"
    " a.avatar, a.followers_count, a.following_count, a.starred_repos_count, a.created_at, a.last_login_at");

struct Account : ShownAccount {
    AccountKind kind = AccountKind::individual;
    std::string password; // crypto/password_hash.hpp; empty: none, so no password signs in
    bool must_change_password = false;
    bool has_own_avatar = false; // false: the picture is drawn from its name
    bool hide_activity = false;
    std::int64_t max_repo_creation = -1; // -1: as many as the site allows
    bool allow_create_organization = true;
    bool bot = false;  // a program: it has tokens and keys, and no password signs it in
    std::string theme; // of the pages, among [ui] THEMES; empty: as the site has it
};
BOOST_DESCRIBE_STRUCT(Account, (ShownAccount),
                      (kind, password, must_change_password, has_own_avatar, hide_activity, max_repo_creation,
                       allow_create_organization, bot, theme))

inline constexpr auto account_sql = shown_account_sql
    + ", a.kind, a.password, a.must_change_password, a.has_own_avatar, a.hide_activity, a.max_repo_creation,"
      " a.allow_create_organization, a.bot, a.theme";

// Who a request acts as, which must not be anonymous; it lives as long as the caller. shared_account() is null for
// anonymous.
const Account& account_of(const api::Caller&);
std::shared_ptr<const Account> shared_account(const api::Caller&);

// By name, in any case.
std::optional<Account> find_account(db::Queries&, std::string_view name);
std::optional<Account> find_account(db::Queries&, std::int64_t id);
// A person by name or, if there is none, by a verified e-mail address; blanks around it and its case do not matter.
std::optional<Account> find_login(db::Queries&, std::string_view name_or_email);

struct NewAccount {
    std::string name;
    std::string email;
    std::string password_hash; // empty: nobody can sign in with a password
    std::string full_name{};
    std::string login_name{};
    bool must_change_password = false;
    bool is_admin = false;
    bool is_restricted = false;
    bool is_active = true;
    bool email_verified = true;
    Visibility visibility = Visibility::public_;
    bool keep_email_private = false;
    bool allow_create_organization = true;
    std::optional<Time> created_at{};
};

// What is wrong with a name, an address or a password, in words for the person who chose it.
Result<void> check_name(std::string_view);
Result<void> check_email(std::string_view);
Result<void> check_website(std::string_view);
Result<void> check_password(const config::Settings&, std::string_view);

// Checks name and address and makes a person. Errc::unprocessable when either is malformed or taken.
Result<Account> create_account(db::Transaction&, const NewAccount&);

// The same for somebody who signs up. Whoever comes first to an empty site has to be able to let others in: that one
// is an administrator.
Result<Account> sign_up(db::Transaction&, NewAccount);
// From then on it may sign in.
void activate(db::Transaction&, std::int64_t account_id);
// Somebody has signed in through the pages.
void note_sign_in(db::Transaction&, std::int64_t account_id);

// Ends every session of the account as well; whoever changes the own password opens a new one.
void set_password(db::Transaction&, std::int64_t account_id, std::string_view hash, bool must_change);
// The same password under better parameters: does nothing if it was changed in the meantime.
void replace_hash(db::Transaction&, std::int64_t account_id, std::string_view old_hash, std::string_view new_hash);

} // namespace cairn::accounts

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::accounts::Account>();
