#include "app/user_commands.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "accounts/account.hpp"
#include "accounts/audit/audit.hpp"
#include "accounts/deletion_check.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "accounts/tokens/tokens.hpp"
#include "app/catalog.hpp"
#include "app/consequences.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/password_hash.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"

namespace cairn::app {

using namespace accounts;

namespace {

Result<Account> find_person(db::Queries& db, const WhichUser& which)
{
    std::optional<Account> account;
    if (which.id) account = find_account(db, *which.id);
    else if (!which.username.empty()) account = find_account(db, which.username);
    else if (!which.email.empty()) account = find_login(db, which.email);
    else return fail(Errc::bad_request, "say which account: --id, --username or --email");
    if (!account || account->kind != AccountKind::individual) return not_found("the account");
    return *account;
}

} // namespace

Result<void> create_user(db::Database& db, const config::Settings& settings, const CreateUser& wanted)
{
    if (wanted.random_password == !wanted.password.empty())
        return fail(Errc::bad_request, "give either --password or --random-password");
    const auto password =
        wanted.random_password ? crypto::random_password(wanted.random_password_length) : wanted.password;
    TRY(check_password(settings, password));
    const auto scopes = TRY(api::ScopeSet::parse(wanted.access_token_scopes));
    NewAccount made{.name = wanted.username,
                    .email = wanted.email,
                    .password_hash = crypto::hash_password(password, password_cost(settings)),
                    .full_name = wanted.full_name,
                    .is_admin = wanted.admin,
                    .is_restricted = wanted.restricted,
                    .keep_email_private = settings.service.default_keep_email_private,
                    .allow_create_organization = settings.service.default_allow_create_organization};
    std::string token;
    const auto account = TRY(db.write([&](db::Transaction& tx) -> Result<Account> {
        const bool first = tx.scalar<std::int64_t>("SELECT count(*) AS value FROM account") == 0;
        made.must_change_password = wanted.must_change_password.value_or(!first);
        auto created = TRY(create_account(tx, made));
        if (wanted.access_token) token = TRY(make_token(tx, created.id, wanted.access_token_name, scopes)).value;
        return created;
    }));
    if (wanted.random_password) fmt::print("generated random password is '{}'\n", password);
    if (!token.empty()) fmt::print("Access token was successfully created... {}\n", token);
    fmt::print("New user '{}' has been successfully created!\n", account.name);
    return {};
}

Result<void> list_users(db::Database& db, bool only_admins)
{
    const auto accounts = db.all<Account>(
        "SELECT * FROM account WHERE kind = 'individual' AND (is_admin OR NOT $1) ORDER BY id", only_admins);
    fmt::print("{:<6} {:<24} {:<36} {:<7} {:<6}\n", "ID", "Username", "Email", "Active", "Admin");
    for (const Account& account : accounts)
        fmt::print("{:<6} {:<24} {:<36} {:<7} {:<6}\n", account.id, account.name, account.email, account.is_active,
                   account.is_admin);
    return {};
}

Result<void> change_password(db::Database& db, const config::Settings& settings, const std::string& username,
                             const std::string& password, bool must_change)
{
    TRY(check_password(settings, password));
    const auto hash = crypto::hash_password(password, password_cost(settings));
    TRY(db.write([&](db::Transaction& tx) -> Result<void> {
        const auto account = TRY(find_person(tx, {.username = username}));
        TRY(accounts::check_password_is_here(tx, account));
        set_password(tx, account.id, hash, must_change);
        return {};
    }));
    fmt::print("{}'s password has been changed.\n", username);
    return {};
}

Result<void> reset_mfa(db::Database& db, const std::string& username)
{
    TRY(db.write([&](db::Transaction& tx) -> Result<void> {
        const auto account = TRY(find_person(tx, {.username = username}));
        if (!second_step_of(tx, account.id).needed())
            return fail(Errc::conflict, account.name + " has no second step at sign-in");
        reset_second_step(tx, account.id);
        audit(tx, concerning({.kind = AuditKind::two_factor_disabled, .credential = "console"}, account));
        return {};
    }));
    fmt::print("{}'s password opens the account without a second step until one is set up anew.\n", username);
    return {};
}

Result<void> delete_user(db::Database& db, const WhichUser& which)
{
    const auto name = TRY(db.write([&](db::Transaction& tx) -> Result<std::string> {
        const auto account = TRY(find_person(tx, which));
        TRY(delete_account(tx, deletion_checks(), consequences({}), account));
        return account.name;
    }));
    fmt::print("{} has been deleted.\n", name);
    return {};
}

Result<void> generate_access_token(db::Database& db, const std::string& username, const std::string& name,
                                   const std::vector<std::string>& scopes, bool raw)
{
    const auto wanted = TRY(api::ScopeSet::parse(scopes));
    const auto made = TRY(db.write([&](db::Transaction& tx) -> Result<MadeToken> {
        const auto account = TRY(find_person(tx, {.username = username}));
        return make_token(tx, account.id, name, wanted);
    }));
    if (raw) fmt::print("{}\n", made.value);
    else fmt::print("Access token was successfully created: {}\n", made.value);
    return {};
}

Result<void> set_must_change_password(db::Database& db, bool all, const std::vector<std::string>& usernames,
                                      const std::vector<std::string>& except, bool must_change)
{
    if (all == !usernames.empty()) return fail(Errc::bad_request, "give either --all or the names of accounts");
    const auto is_excepted = [&](const std::string& name) {
        return std::ranges::any_of(except, [&](const auto& other) { return text::iequals(name, other); });
    };
    const auto changed = TRY(db.write([&](db::Transaction& tx) -> Result<std::int64_t> {
        std::vector<Account> accounts;
        if (all) accounts = tx.all<Account>("SELECT * FROM account WHERE kind = 'individual'");
        for (const auto& name : usernames) accounts.push_back(TRY(find_person(tx, {.username = name})));
        std::int64_t count = 0;
        for (const Account& account : accounts)
            if (!is_excepted(account.name))
                count += tx.run("UPDATE account SET must_change_password = $2 WHERE id = $1", account.id, must_change);
        return count;
    }));
    fmt::print("{} accounts updated.\n", changed);
    return {};
}

} // namespace cairn::app
