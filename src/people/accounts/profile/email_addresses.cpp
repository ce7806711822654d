#include "accounts/profile/email_addresses.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/sign_in/one_time_codes.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t most_at_once = 100;

// "*.example.org" is every domain below example.org; anything else is a domain itself.
bool matches(std::string_view pattern, std::string_view domain)
{
    if (!pattern.starts_with("*.")) return text::iequals(pattern, domain);
    const auto tail = pattern.substr(1);
    return domain.size() > tail.size() && text::iequals(domain.substr(domain.size() - tail.size()), tail);
}

std::string_view domain_of(std::string_view email)
{
    return email.substr(std::min(email.size(), email.rfind('@') + 1));
}

std::optional<EmailAddress> find(db::Queries& db, std::int64_t account_id, std::int64_t address_id)
{
    return db.first<EmailAddress>("SELECT * FROM email_address WHERE account_id = $1 AND id = $2", account_id,
                                  address_id);
}

Result<void> remove(db::Transaction& tx, const std::optional<EmailAddress>& address)
{
    if (!address) return not_found("the address");
    if (address->is_primary) return fail(Errc::unprocessable, "the primary address cannot be removed");
    tx.run("DELETE FROM email_address WHERE id = $1", address->id);
    return {};
}

// What the audit trail says of an address.
struct ToldAddress {
    std::string email;
    std::string change; // added, removed, primary
};
BOOST_DESCRIBE_STRUCT(ToldAddress, (), (email, change))

void tell(db::Transaction& tx, AuditEvent event, const std::string& email, std::string change)
{
    event.details = audit_details(ToldAddress{.email = email, .change = std::move(change)});
    audit(tx, event);
}

void mail_link(const api::Call& call, db::Transaction& tx, const Account& account, const std::string& email)
{
    const config::Settings& settings = call.settings();
    const auto code =
        make_code(tx, account.id, CodePurpose::confirm_email, email, settings.service.active_code_live_minutes);
    if (code) call.site.get<mail::Outbox>().put(tx, address_letter(settings, account, email, *code));
}

// The failure is a value of the transaction and does not undo it.
template <class Step>
Result<void> one_after_the_other(const api::Call& call, const std::vector<std::string>& emails, Step step)
{
    if (emails.size() > most_at_once) return fail(Errc::unprocessable, "[emails]: at most 100 at once are allowed");
    auto failure = call.db().write([&](db::Transaction& tx) -> std::optional<Error> {
        for (const std::string& email : emails)
            if (auto done = step(tx, email); !done) return std::move(done).error();
        return {};
    });
    if (failure) return std::unexpected(std::move(*failure));
    return {};
}

} // namespace

std::vector<EmailAddress> list_addresses(db::Queries& db, std::int64_t account_id)
{
    return db.all<EmailAddress>("SELECT * FROM email_address WHERE account_id = $1 ORDER BY is_primary DESC, id",
                                account_id);
}

Result<void> add_address(db::Transaction& tx, std::int64_t account_id, const std::string& email, bool verified)
{
    TRY(check_email(email));
    if (!tx.try_run("INSERT INTO email_address (account_id, email, lower_email, verified, is_primary)"
                    " VALUES ($1, $2, $3, $4, FALSE)",
                    account_id, email, text::to_lower(email), verified))
        return fail(Errc::unprocessable, "the e-mail address '" + email + "' is used by an account");
    return {};
}

Result<void> replace_primary_email(db::Transaction& tx, const Account& account, const std::string& email)
{
    if (text::iequals(email, account.email)) return {};
    if (auto checked = check_email(email); !checked) return fail(Errc::bad_request, checked.error().message);
    const auto lower = text::to_lower(email);
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM email_address WHERE lower_email = $1) AS value", lower))
        return fail(Errc::bad_request, "the e-mail address '" + email + "' is used by an account");
    tx.run("UPDATE email_address SET email = $2, lower_email = $3, verified = TRUE"
           " WHERE account_id = $1 AND is_primary",
           account.id, email, lower);
    tx.run("UPDATE account SET email = $2, updated_at = $3 WHERE id = $1", account.id, email, Time::now());
    return {};
}

bool verify_address(db::Transaction& tx, std::int64_t account_id, std::string_view email)
{
    return tx.run("UPDATE email_address SET verified = TRUE WHERE account_id = $1 AND lower_email = $2", account_id,
                  text::to_lower(email))
        != 0;
}

Result<void> check_not_stand_in(const config::Settings& settings, std::string_view email)
{
    if (!text::iequals(domain_of(email), settings.service.no_reply_address)) return {};
    return fail(Errc::unprocessable, "'" + std::string(email) + "' is an address that this site gives out itself");
}

bool may_register(const config::Settings& settings, std::string_view email)
{
    if (!check_not_stand_in(settings, email)) return false;
    const auto domain = domain_of(email);
    const auto matches_any = [&](const std::vector<std::string>& patterns) {
        return std::ranges::any_of(patterns, [&](const auto& pattern) { return matches(pattern, domain); });
    };
    const auto& service = settings.service;
    if (matches_any(service.email_domain_blocklist)) return false;
    return service.email_domain_allowlist.empty() || matches_any(service.email_domain_allowlist);
}

bool has_verified_address(db::Queries& db, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM email_address WHERE account_id = $1 AND verified) AS value",
                           account_id);
}

std::optional<Account> find_by_address(db::Queries& db, std::string_view email)
{
    return db.first<Account>(
        "SELECT a.* FROM email_address e JOIN account a ON a.id = e.account_id WHERE e.lower_email = $1"
        " AND e.verified AND a.kind = 'individual' AND NOT a.prohibit_login",
        text::to_lower(email));
}

bool confirms_by_mail(const config::Settings& settings)
{
    return settings.service.register_email_confirm && settings.mailer.enabled;
}

Result<void> add_addresses(const api::Call& call, const Account& account, const CreateEmailOption& wanted,
                           Confirmation confirmation)
{
    const bool confirm = confirms_by_mail(call.settings());
    const auto event = audit_event(call, AuditKind::account_changed, account);
    return one_after_the_other(call, wanted.emails, [&](db::Transaction& tx, const std::string& email) -> Result<void> {
        TRY(check_not_stand_in(call.settings(), email));
        TRY(add_address(tx, account.id, email, !confirm));
        tell(tx, event, email, "added");
        if (confirm && confirmation == Confirmation::at_once) mail_link(call, tx, account, email);
        return {};
    });
}

Result<void> remove_addresses(const api::Call& call, const Account& account, const DeleteEmailOption& unwanted)
{
    const auto event = audit_event(call, AuditKind::account_changed, account);
    return one_after_the_other(
        call, unwanted.emails, [&](db::Transaction& tx, const std::string& email) -> Result<void> {
            const auto address =
                tx.first<EmailAddress>("SELECT * FROM email_address WHERE account_id = $1 AND lower_email = $2",
                                       account.id, text::to_lower(email));
            if (!address) return fail(Errc::not_found, "'" + email + "' is no address of this account");
            TRY(remove(tx, address));
            tell(tx, event, address->email, "removed");
            return {};
        });
}

Result<void> remove_address(const api::Call& call, const Account& account, std::int64_t address_id)
{
    const auto event = audit_event(call, AuditKind::account_changed, account);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto address = find(tx, account.id, address_id);
        TRY(remove(tx, address));
        tell(tx, event, address->email, "removed");
        return {};
    });
}

Result<void> make_primary(const api::Call& call, const Account& account, std::int64_t address_id)
{
    const auto event = audit_event(call, AuditKind::account_changed, account);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto address = find(tx, account.id, address_id);
        if (!address) return not_found("the address");
        if (!address->verified)
            return fail(Errc::unprocessable, "an address has to be confirmed before it is the primary one");
        tx.run("UPDATE email_address SET is_primary = (id = $2) WHERE account_id = $1", account.id, address_id);
        tx.run("UPDATE account SET email = $2, updated_at = $3 WHERE id = $1", account.id, address->email, Time::now());
        tell(tx, event, address->email, "primary");
        return {};
    });
}

void send_confirmation(const api::Call& call, const Account& account, std::int64_t address_id)
{
    call.db().write([&](db::Transaction& tx) {
        const auto address = find(tx, account.id, address_id);
        if (address && !address->verified) mail_link(call, tx, account, address->email);
    });
}

} // namespace cairn::accounts
