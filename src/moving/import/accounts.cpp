// People and organizations, with the passwords of people as the old server hashed them.
#include <algorithm>

#include "accounts/account.hpp"
#include "accounts/renaming.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "base/text.hpp"
#include "crypto/imported_password.hpp"
#include "crypto/random.hpp"
#include "import/kinds.hpp"
#include "import/second_steps.hpp"

namespace cairn::import {

using accounts::Visibility;

namespace {

// What the number in the column `type` means.
constexpr std::int64_t individual = 0;
constexpr std::int64_t organization = 1;
constexpr std::int64_t bot = 4;

// And in `login_type`: accounts whose password is here have none of the others.
constexpr std::int64_t plain_login = 1;

struct UserRow {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string email;
    bool keep_email_private = false;
    std::string email_notifications_preference;
    std::string passwd;
    std::string passwd_hash_algo;
    std::string salt;
    bool must_change_password = false;
    std::int64_t login_type = 0;
    std::string login_name;
    std::int64_t type = 0;
    std::string language;
    std::string location;
    std::string website;
    std::string description;
    std::int64_t max_repo_creation = -1;
    bool is_active = true;
    bool is_admin = false;
    bool is_restricted = false;
    bool allow_create_organization = true;
    bool prohibit_login = false;
    std::int64_t visibility = 0;
    bool repo_admin_change_team_access = false;
    bool keep_activity_private = false;
    std::string diff_view_style;
    Time created_unix;
    Time updated_unix;
    Time last_login_unix;
};
BOOST_DESCRIBE_STRUCT(UserRow, (),
                      (id, name, full_name, email, keep_email_private, email_notifications_preference, passwd,
                       passwd_hash_algo, salt, must_change_password, login_type, login_name, type, language, location,
                       website, description, max_repo_creation, is_active, is_admin, is_restricted,
                       allow_create_organization, prohibit_login, visibility, repo_admin_change_team_access,
                       keep_activity_private, diff_view_style, created_unix, updated_unix, last_login_unix))

struct Bearer {
    std::int64_t id = 0;
    std::string kind;
};
BOOST_DESCRIBE_STRUCT(Bearer, (), (id, kind))

// Empty where there is none that could be taken over.
std::string password_of(Batch& batch, const UserRow& row)
{
    if (row.type == organization || row.type == bot) return {};
    if (row.login_type > plain_login) {
        batch.note("moved without a password: it signed in through another server (LDAP, OAuth2 and the like); "
                   "`cairn admin user change-password` gives it one",
                   row.name);
        return {};
    }
    if (row.passwd.empty()) return {};
    auto hash = crypto::import_password_hash(row.passwd_hash_algo, row.salt, row.passwd);
    if (hash) return *std::move(hash);
    batch.note("moved without a password, which it has to be given anew: " + hash.error().message, row.name);
    return {};
}

std::string notifications_of(const UserRow& row)
{
    const auto& word = row.email_notifications_preference;
    const bool known = word == "enabled" || word == "onmention" || word == "andyourown" || word == "disabled";
    return known ? word : std::string();
}

Outcome check_free(Batch& batch, const UserRow& row)
{
    if (auto fine = accounts::check_name(row.name); !fine) return refuse(fine.error(), row.name);
    if (row.type == organization) return {};
    if (batch.tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM email_address WHERE lower_email = $1) AS value",
                              text::to_lower(row.email)))
        return refuse("an account here has its e-mail address, and another name", row.name + " <" + row.email + ">");
    return {};
}

void insert(Batch& batch, const UserRow& row)
{
    const auto id = batch.id_for(row.id);
    const auto lower = text::to_lower(row.name);
    const auto visibility = row.visibility == 2 ? Visibility::private_
        : row.visibility == 1                   ? Visibility::limited
                                                : Visibility::public_;
    accounts::take_name(batch.tx, lower);
    batch.tx.run(
        "INSERT INTO account (id, kind, name, lower_name, full_name, email, keep_email_private, password,"
        " must_change_password, prohibit_login, is_active, is_admin, is_restricted, login_name, language, location,"
        " website, description, visibility, avatar, max_repo_creation, allow_create_organization, hide_activity,"
        " repo_admin_change_team_access, email_notifications, created_at, updated_at, last_login_at, diff_view_style,"
        " bot)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,"
        " $23, $24, $25, $26, $27, $28, $29, $30)",
        id, row.type == organization ? accounts::AccountKind::organization : accounts::AccountKind::individual,
        row.name, lower, row.full_name, row.email, row.keep_email_private, password_of(batch, row),
        row.must_change_password, row.prohibit_login, row.is_active, row.is_admin && row.type != organization,
        row.is_restricted, row.login_name, row.language, row.location, row.website, row.description, visibility,
        crypto::random_hex(16), std::max<std::int64_t>(row.max_repo_creation, -1), row.allow_create_organization,
        row.keep_activity_private, row.repo_admin_change_team_access, notifications_of(row), row.created_unix,
        row.updated_unix, row.last_login_unix, row.diff_view_style, row.type == bot);
    // Its other addresses, and whether this one was verified, come with the kind after this.
    if (row.type != organization && !row.email.empty())
        batch.tx.run("INSERT INTO email_address (account_id, email, lower_email, verified, is_primary)"
                     " VALUES ($1, $2, $3, $4, TRUE) ON CONFLICT DO NOTHING",
                     id, row.email, text::to_lower(row.email), row.is_active);
    // With the account, so that there is no moment in which its password alone would open it. What proves the second
    // step comes later, and takes the place of this.
    if (had_second_step(batch.move().source, row.id)) accounts::lose_second_step(batch.tx, id);
    batch.remember(row.id, id);
}

Outcome take(Batch& batch, UserRow& row)
{
    if (row.type != individual && row.type != organization && row.type != bot)
        return refuse("it only keeps a name, or belongs to another server", row.name);
    const auto bearer =
        batch.tx.first<Bearer>("SELECT id, kind FROM account WHERE lower_name = $1", text::to_lower(row.name));
    if (!bearer) {
        TRY(check_free(batch, row));
        insert(batch, row);
        return {};
    }
    if (!batch.move().same_people.contains(text::to_lower(row.name)))
        return refuse("an account here has its name; if it is the same one, say so with --same NAME", row.name);
    if ((bearer->kind == "organization") != (row.type == organization))
        return refuse("the account here of its name is a person there and an organization here, or the other way round",
                      row.name);
    batch.remember(row.id, bearer->id);
    return {};
}

} // namespace

const Kind accounts_kind{.name = "accounts",
                         .table = "user",
                         .here = "account",
                         .ids = Ids::kept,
                         .run = &move_rows<UserRow, &take>,
                         .needed = "id name email passwd type"};

} // namespace cairn::import
