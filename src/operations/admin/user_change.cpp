#include "admin/user_change.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/deletion_check.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/profile/avatar.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/profile/profile.hpp"
#include "accounts/renaming.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sources/source.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"

namespace cairn::admin {

using namespace accounts;
using api::Call;

namespace {

// The account as it is inside the transaction: since the guard has read it, others may have renamed or deleted it.
Result<Account> read_again(db::Transaction& tx, const Account& account)
{
    auto found = find_account(tx, account.id);
    if (!found) return not_found("the account");
    return std::move(*found);
}

// 0: this site itself.
Result<void> check_source(db::Queries& db, std::int64_t id)
{
    if (id == 0 || find_source(db, id)) return {};
    return fail(Errc::unprocessable, "there is no such sign-in source");
}

// What the audit trail says of a change: which rights, which way, and of the rest that it was changed.
struct ToldChange {
    std::vector<std::string> changed;
};
BOOST_DESCRIBE_STRUCT(ToldChange, (), (changed))

struct ToldRename {
    std::string name_before;
};
BOOST_DESCRIBE_STRUCT(ToldRename, (), (name_before))

template <class T> void note(ToldChange& told, std::string_view name, const std::optional<T>& wanted, const T& present)
{
    if (!wanted || *wanted == present) return;
    std::string words(name);
    if constexpr (std::is_same_v<T, bool>) words += *wanted ? " on" : " off";
    told.changed.push_back(std::move(words));
}

// A change of an account, part by part, each in whichever transaction, and each told to the audit trail there.
class Edit {
public:
    Edit(const Call& call, const Account& account, const EditUserOption& change)
        : account_(account), change_(change), profile_(profile_of(change)),
          changed_(audit_event(call, AuditKind::account_changed, account)),
          password_changed_(audit_event(call, AuditKind::password_changed, account))
    {
    }

    // What needs no transaction.
    Result<void> prepare(const Call& call)
    {
        TRY(check_profile(profile_));
        TRY(check_source(call.db(), change_.source_id.value_or(0)));
        if (change_.password.empty()) return {};
        auto becomes = account_;
        if (const auto source = change_.source_id.value_or(0); source != 0) becomes.login_source = source;
        TRY(check_password_is_here(call.db(), becomes));
        TRY(check_password(call.settings(), change_.password));
        hash_ = call.site.get<accounts::Passwords>().hash(change_.password);
        return {};
    }

    // How the person gets in.
    Result<void> sign_in(db::Transaction& tx)
    {
        if (change_.prohibit_login == true) TRY(check_not_last_admin(tx, account_));
        if (hash_) {
            set_password(tx, account_.id, *hash_, change_.must_change_password.value_or(account_.must_change_password));
            audit(tx, password_changed_);
        }
        TRY(check_source(tx, change_.source_id.value_or(0)));
        const auto source = change_.source_id.value_or(0) != 0 ? *change_.source_id : account_.login_source;
        // Who has no password here cannot be made to change it.
        const auto must_change = source != 0 ? std::optional(false) : change_.must_change_password;
        tx.run("UPDATE account SET login_name = COALESCE($2, login_name),"
               " must_change_password = COALESCE($3, must_change_password),"
               " prohibit_login = COALESCE($4, prohibit_login), updated_at = $5, login_source = $6 WHERE id = $1",
               account_.id, change_.login_name, must_change, change_.prohibit_login, Time::now(), source);
        ToldChange told;
        if (source != account_.login_source) told.changed.emplace_back("source");
        note(told, "login_name", change_.login_name, account_.login_name);
        note(told, "must_change_password", change_.must_change_password, account_.must_change_password);
        note(told, "prohibit_login", change_.prohibit_login, account_.prohibit_login);
        tell(tx, told);
        return {};
    }

    Result<void> email(db::Transaction& tx)
    {
        if (!change_.email) return {};
        const auto present = TRY(read_again(tx, account_));
        TRY(replace_primary_email(tx, present, *change_.email));
        ToldChange told;
        note(told, "email", change_.email, present.email);
        tell(tx, told);
        return {};
    }

    // What the account may do, and what others see of it.
    Result<Account> rights(db::Transaction& tx)
    {
        if (change_.admin == false || change_.active == false) TRY(check_not_last_admin(tx, account_));
        tx.run("UPDATE account SET is_active = COALESCE($2, is_active), is_admin = COALESCE($3, is_admin),"
               " is_restricted = COALESCE($4, is_restricted), allow_git_hook = COALESCE($5, allow_git_hook),"
               " allow_import_local = COALESCE($6, allow_import_local),"
               " max_repo_creation = COALESCE($7, max_repo_creation),"
               " allow_create_organization = COALESCE($8, allow_create_organization), updated_at = $9 WHERE id = $1",
               account_.id, change_.active, change_.admin, change_.restricted, change_.allow_git_hook,
               change_.allow_import_local, change_.max_repo_creation, change_.allow_create_organization, Time::now());
        ToldChange told;
        note(told, "active", change_.active, account_.is_active);
        note(told, "admin", change_.admin, account_.is_admin);
        note(told, "restricted", change_.restricted, account_.is_restricted);
        note(told, "max_repo_creation", change_.max_repo_creation, account_.max_repo_creation);
        note(told, "allow_create_organization", change_.allow_create_organization, account_.allow_create_organization);
        tell(tx, told);
        TRY(change_profile(tx, account_, profile_));
        return read_again(tx, account_);
    }

private:
    static ProfileChange profile_of(const EditUserOption& change)
    {
        return {.full_name = change.full_name,
                .website = change.website,
                .description = change.description,
                .location = change.location,
                .visibility = change.visibility};
    }

    void tell(db::Transaction& tx, const ToldChange& told)
    {
        if (told.changed.empty()) return;
        changed_.details = audit_details(told);
        audit(tx, changed_);
    }

    const Account& account_;
    const EditUserOption& change_;
    ProfileChange profile_;
    AuditEvent changed_;
    AuditEvent password_changed_;
    std::optional<std::string> hash_{};
};

// The account as it was last.
Result<Account> end_account(const Call& call, const Account& account)
{
    const auto event = audit_event(call, AuditKind::account_deleted, account);
    return call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto present = TRY(read_again(tx, account));
        TRY(delete_account(tx, call.site.get<accounts::DeletionChecks>(), call.site.events, present));
        audit(tx, concerning(event, present));
        return present;
    });
}

// From now on nothing is let in for the account, whichever credential it comes with.
Result<void> shut_out(const Call& call, const Account& account)
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
Result<Account> clear_and_end(const Call& call, const Account& account)
{
    for (const DeletionCheck* deletion_check : call.site.get<accounts::DeletionChecks>())
        TRY(deletion_check->clear(call.site, account, call.caller.id));
    return end_account(call, account);
}

// What was let in before the account was shut out still makes things for it, and the members of an organization that
// goes with it make things there: that is cleared in another round. The former comes to an end by itself; for others,
// who could go on for ever, there is a bound.
constexpr int most_purging_rounds = 10;

Result<Account> purge(const Call& call, const Account& account)
{
    TRY(shut_out(call, account));
    auto ended = clear_and_end(call, account);
    for (int round = 1; round < most_purging_rounds && !ended && ended.error().code == Errc::unprocessable; ++round)
        ended = clear_and_end(call, account);
    return ended;
}

} // namespace

Result<Account> create_user(const Call& call, const CreateUserOption& wanted)
{
    const config::Settings& settings = call.settings();
    const bool here = wanted.source_id == 0;
    TRY(check_source(call.db(), wanted.source_id));
    if (here) TRY(check_password(settings, wanted.password));
    TRY(check_name(wanted.username));
    TRY(check_email(wanted.email));

    const NewAccount made{
        .name = wanted.username,
        .email = wanted.email,
        .password_hash = here ? call.site.get<accounts::Passwords>().hash(wanted.password) : "",
        .full_name = wanted.full_name,
        .login_name = wanted.login_name,
        .must_change_password = here && wanted.must_change_password.value_or(true),
        .is_restricted = wanted.restricted,
        .visibility = wanted.visibility.value_or(settings.service.default_user_visibility),
        .keep_email_private = settings.service.default_keep_email_private,
        .allow_create_organization = settings.service.default_allow_create_organization,
        .created_at = wanted.created_at,
    };
    const auto event = audit_event(call, AuditKind::account_created);
    return call.db().write([&](db::Transaction& tx) -> Result<Account> {
        TRY(check_source(tx, wanted.source_id));
        auto created = TRY(create_account(tx, made));
        if (!here) tx.run("UPDATE account SET login_source = $2 WHERE id = $1", created.id, wanted.source_id);
        created.login_source = wanted.source_id;
        audit(tx, concerning(event, created));
        if (wanted.send_notify) call.site.get<mail::Outbox>().put(tx, welcome_letter(settings, created));
        return created;
    });
}

Result<Account> edit_user(const Call& call, const Account& account, const EditUserOption& wanted)
{
    Edit edit(call, account, wanted);
    TRY(edit.prepare(call));
    TRY(call.db().write([&](db::Transaction& tx) { return edit.sign_in(tx); }));
    TRY(call.db().write([&](db::Transaction& tx) { return edit.email(tx); }));
    return call.db().write([&](db::Transaction& tx) { return edit.rights(tx); });
}

Result<Account> edit_user_at_once(const Call& call, const Account& account, const EditUserOption& wanted)
{
    Edit edit(call, account, wanted);
    TRY(edit.prepare(call));
    return call.db().write([&](db::Transaction& tx) -> Result<Account> {
        TRY(edit.sign_in(tx));
        TRY(edit.email(tx));
        return edit.rights(tx);
    });
}

Result<void> move_user(const Call& call, const Account& account, const MoveUserOption& wanted)
{
    auto event = audit_event(call, AuditKind::account_changed, account);
    event.details = audit_details(ToldChange{{"source"}});
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        TRY(check_source(tx, wanted.source_id));
        const auto present = TRY(read_again(tx, account));
        // Without a source that could recognize him, an administrator without a password is none who could sign in.
        if (present.id == call.caller.id)
            return fail(Errc::unprocessable, "nobody changes where he signs in himself: ask another administrator");
        tx.run("UPDATE account SET login_source = $2, login_name = $3, updated_at = $4,"
               " must_change_password = must_change_password AND $5 WHERE id = $1",
               present.id, wanted.source_id, wanted.login_name, Time::now(), wanted.source_id == 0);
        audit(tx, event);
        return {};
    });
}

Result<void> delete_user(const Call& call, const Account& account, const DeleteUser& wanted)
{
    if (account.id == call.caller.id) return fail(Errc::unprocessable, "nobody can delete the own account here");
    const auto ended = TRY(wanted.purge ? purge(call, account) : end_account(call, account));
    forget_avatar(call.site.get<storage::Storage>(), ended);
    return {};
}

Result<void> rename_user(const Call& call, const Account& account, const RenameUserOption& wanted)
{
    auto event = audit_event(call, AuditKind::account_changed, account);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto present = TRY(read_again(tx, account));
        TRY(rename_account(tx, present, wanted.new_username));
        event.account = wanted.new_username;
        event.details = audit_details(ToldRename{present.name});
        audit(tx, event);
        return {};
    });
}

} // namespace cairn::admin
