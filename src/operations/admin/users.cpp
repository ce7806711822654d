// Making, changing, renaming and deleting accounts.
#include "accounts/audit/audit.hpp"
#include "accounts/deletion_check.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/profile/avatars.hpp"
#include "accounts/profile/emails.hpp"
#include "accounts/profile/profile.hpp"
#include "accounts/renaming.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/user.hpp"
#include "admin/tables.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

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
        Note{"source_id", "the sign-in source; 0 is this site"},
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

// The account as it is inside the transaction: since the guard has read it, others may have renamed or deleted it.
Result<Account> read_again(db::Transaction& tx, const Account& account)
{
    auto found = find_account(tx, account.id);
    if (!found) return not_found("the account");
    return std::move(*found);
}

std::unexpected<Error> no_such_source() { return fail(Errc::unprocessable, "there is no such sign-in source"); }

Result<User> create(Call& call, Body<CreateUserOption> body)
{
    const config::Settings& settings = call.settings();
    if (body->source_id != 0) return no_such_source();
    TRY(check_password(settings, body->password));
    TRY(check_name(body->username));
    TRY(check_email(body->email));

    const NewAccount made{
        .name = body->username,
        .email = body->email,
        .password_hash = call.site.passwords.hash(body->password),
        .full_name = body->full_name,
        .login_name = body->login_name,
        .must_change_password = body->must_change_password.value_or(true),
        .is_restricted = body->restricted,
        .visibility = body->visibility.value_or(settings.service.default_user_visibility),
        .keep_email_private = settings.service.default_keep_email_private,
        .allow_create_organization = settings.service.default_allow_create_organization,
        .created_at = body->created_at,
    };
    const auto event = audit_event(call, AuditKind::account_created);
    const auto account = TRY(call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto created = TRY(create_account(tx, made));
        audit(tx, concerning(event, created));
        if (body->send_notify) call.site.outbox.put(tx, welcome_letter(settings, created));
        return created;
    }));
    auto user = show_user(account, call.caller, settings);
    user.email = text::to_lower(user.email); // here alone, as today's clients know it; it is kept as it was spelled
    return user;
}

// How the person gets in.
Result<void> edit_sign_in(Call& call, const Account& account, const EditUserOption& change)
{
    std::optional<std::string> hash;
    if (!change.password.empty()) {
        TRY(check_password(call.settings(), change.password));
        hash = call.site.passwords.hash(change.password);
    }
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (change.prohibit_login == true) TRY(check_not_last_admin(tx, account));
        if (hash)
            set_password(tx, account.id, *hash, change.must_change_password.value_or(account.must_change_password));
        tx.run("UPDATE account SET login_name = COALESCE($2, login_name),"
               " must_change_password = COALESCE($3, must_change_password),"
               " prohibit_login = COALESCE($4, prohibit_login), updated_at = $5 WHERE id = $1",
               account.id, change.login_name, change.must_change_password, change.prohibit_login, Time::now());
        return {};
    });
}

ProfileChange profile_of(const EditUserOption& change)
{
    return {.full_name = change.full_name,
            .website = change.website,
            .description = change.description,
            .location = change.location,
            .visibility = change.visibility};
}

// What the account may do.
Result<void> edit_rights(db::Transaction& tx, const Account& account, const EditUserOption& change)
{
    if (change.admin == false || change.active == false) TRY(check_not_last_admin(tx, account));
    tx.run("UPDATE account SET is_active = COALESCE($2, is_active), is_admin = COALESCE($3, is_admin),"
           " is_restricted = COALESCE($4, is_restricted), allow_git_hook = COALESCE($5, allow_git_hook),"
           " allow_import_local = COALESCE($6, allow_import_local),"
           " max_repo_creation = COALESCE($7, max_repo_creation),"
           " allow_create_organization = COALESCE($8, allow_create_organization), updated_at = $9 WHERE id = $1",
           account.id, change.active, change.admin, change.restricted, change.allow_git_hook, change.allow_import_local,
           change.max_repo_creation, change.allow_create_organization, Time::now());
    return {};
}

// One part after the other, as today's clients know it: what a later part refuses leaves the earlier ones changed.
Result<User> edit(Call& call, const Account& account, Body<EditUserOption> body)
{
    const auto profile = profile_of(body.value);
    TRY(check_profile(profile));
    if (body->source_id.value_or(0) != account.login_source && body->source_id.value_or(0) != 0)
        return no_such_source();
    TRY(edit_sign_in(call, account, body.value));
    if (body->email)
        TRY(call.db().write([&](db::Transaction& tx) -> Result<void> {
            return replace_primary_email(tx, TRY(read_again(tx, account)), *body->email);
        }));
    const auto edited = TRY(call.db().write([&](db::Transaction& tx) -> Result<Account> {
        TRY(edit_rights(tx, account, body.value));
        TRY(change_profile(tx, account, profile));
        return read_again(tx, account);
    }));
    return show_user(edited, call.caller, call.settings());
}

// The account as it was last.
Result<Account> end_account(Call& call, const Account& account)
{
    return call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto present = TRY(read_again(tx, account));
        TRY(delete_account(tx, call.site.deletion_checks, call.site.events, present));
        return present;
    });
}

// From now on nothing is let in for the account, whichever credential it comes with.
Result<void> shut_out(Call& call, const Account& account)
{
    if (account.kind != AccountKind::individual)
        return fail(Errc::unprocessable, "this is an organization, not a person's account");
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (!check_not_last_admin(tx, account))
            return fail(Errc::unprocessable, "the last administrator cannot be deleted");
        tx.run("UPDATE account SET prohibit_login = TRUE WHERE id = $1", account.id);
        return {};
    });
}

// Takes away all that keeps the account from being deleted, which may take long and is no transaction: what came
// meanwhile is found by end_account.
Result<Account> clear_and_end(Call& call, const Account& account)
{
    for (const DeletionCheck* deletion_check : call.site.deletion_checks)
        TRY(deletion_check->clear(call.site, account, call.caller.id));
    return end_account(call, account);
}

// What was let in before the account was shut out still makes things for it, and the members of an organization that
// goes with it make things there: that is cleared in another round. The former comes to an end by itself; for others,
// who could go on for ever, there is a bound.
constexpr int most_purging_rounds = 10;

Result<Account> purge(Call& call, const Account& account)
{
    TRY(shut_out(call, account));
    auto ended = clear_and_end(call, account);
    for (int round = 1; round < most_purging_rounds && !ended && ended.error().code == Errc::unprocessable; ++round)
        ended = clear_and_end(call, account);
    return ended;
}

Result<> remove(Call& call, const Account& account, Query<DeleteUser> query)
{
    if (account.id == call.caller.id) return fail(Errc::unprocessable, "nobody can delete the own account here");
    const auto ended = TRY(query->purge ? purge(call, account) : end_account(call, account));
    forget_avatar(call.site.storage, ended);
    return {};
}

Result<> rename(Call& call, const Account& account, Body<RenameUserOption> body)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        return rename_account(tx, TRY(read_again(tx, account)), body->new_username);
    });
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/admin/users",                   scope::admin, administers_site,   handle<create>, 201, "adminCreateUser", "Make an account", {400, 422}},
    {PATCH,  "/admin/users/{username}",        scope::admin, administers_person, handle<edit>,   200, "adminEditUser",   "Change an account", {400, 422}},
    {DELETE, "/admin/users/{username}",        scope::admin, administers_user,   handle<remove>, 204, "adminDeleteUser", "Delete an account", {422}},
    {POST,   "/admin/users/{username}/rename", scope::admin, administers_person, handle<rename>, 204, "adminRenameUser", "Give an account another name", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table user_table{"admin", operations};

} // namespace cairn::admin
