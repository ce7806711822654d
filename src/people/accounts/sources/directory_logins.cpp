#include "accounts/sources/directory_logins.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/deletion_check.hpp"
#include "accounts/sources/newcomer.hpp"
#include "accounts/sources/source_audit.hpp"
#include "base/log.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using Outcome = DirectoryAnswer::Outcome;

std::vector<Source> DirectoryLogins::asked_about(const std::optional<Account>& account) const
{
    if (!account) return active_sources(db_, SourceKind::ldap);
    if (account->login_source == 0 || account->bot) return {};
    auto source = find_source(db_, account->login_source);
    if (!source || !source->active || source->kind != SourceKind::ldap) return {};
    return {std::move(*source)};
}

std::string DirectoryLogins::mark_of(const Source& source, const Account& account)
{
    return "directory " + std::to_string(source.id) + ' ' + std::to_string(source.version) + ' ' + account.login_name;
}

bool DirectoryLogins::is_left_alone(const Source& source)
{
    const std::scoped_lock lock(mutex_);
    const auto found = silent_until_.find({source.id, source.version});
    return found != silent_until_.end() && found->second > Clock::now();
}

void DirectoryLogins::note(const Source& source, const DirectoryAnswer& answer)
{
    if (answer.outcome == Outcome::silent)
        log::warn("a directory does not answer", {{"source", source.name}, {"error", answer.trouble}});
    const std::scoped_lock lock(mutex_);
    std::erase_if(silent_until_, [](const auto& entry) { return entry.second <= Clock::now(); });
    if (answer.outcome == Outcome::silent) silent_until_[{source.id, source.version}] = Clock::now() + left_alone;
}

DirectoryAnswer DirectoryLogins::ask(const Source& source, std::string_view name, std::string_view password, Guest who)
{
    const Semaphore::Slot slot = slots_.enter_unless_crowded(who);
    if (!slot) return {.trouble = "too many wait for directories already: try again in a moment"};
    return ask_directory(source.read(), secret_of(settings_, source), std::string(name), std::string(password));
}

Result<DirectoryLogins::Verdict> DirectoryLogins::check(const http::Request& request,
                                                        const std::vector<Source>& sources,
                                                        const std::optional<Account>& account, std::string_view name,
                                                        std::string_view password, Guest who)
{
    Verdict verdict;
    for (const Source& source : sources) {
        if (is_left_alone(source)) {
            verdict = {.kind = Verdict::Kind::silent, .source = source};
            continue;
        }
        const Semaphore::Slot slot = slots_.enter_unless_crowded(who);
        if (!slot) return Verdict{.kind = Verdict::Kind::busy};
        const auto& asked = account && !account->login_name.empty() ? account->login_name
            : account                                               ? account->name
                                                                    : std::string(name);
        const auto answer = ask_directory(source.read(), secret_of(settings_, source), asked, std::string(password));
        note(source, answer);
        if (answer.outcome == Outcome::silent) verdict = {.kind = Verdict::Kind::silent, .source = source};
        if (answer.outcome != Outcome::recognized) continue;
        auto person = account;
        if (!person) person = TRY(account_of(request, source, answer.person));
        else if (answer.person.administrator.value_or(person->is_admin) != person->is_admin)
            db_.write([&](db::Transaction& tx) { follow_rights(request, tx, source, *person, answer.person); });
        return Verdict{.kind = Verdict::Kind::right, .source = source, .account = std::move(person)};
    }
    return verdict;
}

Result<Account> DirectoryLogins::account_of(const http::Request& request, const Source& source, const Described& person)
{
    return db_.write([&](db::Transaction& tx) -> Result<Account> {
        if (auto found = find_account_of(tx, source, person.name)) {
            follow_rights(request, tx, source, *found, person);
            return std::move(*found);
        }
        if (!source.read().makes_accounts)
            return fail(Errc::forbidden,
                        "'" + source.name + "' knows you, but you have no account here. Ask an administrator for one");
        auto made = make_account(tx, settings_, source, person, account_name_of(person.name), person.name);
        if (!made)
            return fail(Errc::forbidden,
                        "'" + source.name
                            + "' knows you, but no account could be made for you: " + made.error().message);
        auto event = concerning(audit_event(request, AuditKind::account_created), *made);
        event.actor_id = made->id;
        event.actor = made->name;
        event.credential = "password";
        event.details = audit_details(AuditedSource{.source = source.name});
        audit(tx, event);
        return made;
    });
}

// Where the directory says who administers the site, it says so at every sign-in; the last administrator stays one.
void DirectoryLogins::follow_rights(const http::Request& request, db::Transaction& tx, const Source& source,
                                    Account& account, const Described& person)
{
    if (!person.administrator || *person.administrator == account.is_admin) return;
    if (!*person.administrator && !check_not_last_admin(tx, account)) return;
    tx.run("UPDATE account SET is_admin = $2, updated_at = $3 WHERE id = $1", account.id, *person.administrator,
           Time::now());
    account.is_admin = *person.administrator;
    auto event = concerning(audit_event(request, AuditKind::account_changed), account);
    event.actor = source.name;
    event.details = audit_details(AuditedChange{{account.is_admin ? "admin on" : "admin off"}});
    audit(tx, event);
}

} // namespace cairn::accounts
