#include "accounts/sources/newcomer.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/profile/email_addresses.hpp"
#include "accounts/sources/source_audit.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t longest_name = 40;
constexpr std::size_t longest_full_name = 100; // in characters

bool is_letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// At most so many characters of UTF-8.
std::string shortened(std::string_view text, std::size_t most)
{
    std::size_t at = 0;
    for (std::size_t count = 0; at < text.size() && count < most; ++count) do
            ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
    return std::string(text.substr(0, at));
}

} // namespace

std::string account_name_of(std::string_view name_elsewhere)
{
    const auto own = name_elsewhere.substr(0, name_elsewhere.find('@'));
    std::string name;
    for (const char c : own) {
        const bool separates = !is_letter_or_digit(c);
        if (separates && (name.empty() || !is_letter_or_digit(name.back()))) continue;
        name += separates && c != '_' && c != '.' ? '-' : c;
    }
    name.resize(std::min(name.size(), longest_name));
    while (!name.empty() && !is_letter_or_digit(name.back())) name.pop_back();
    return name;
}

Result<Account> make_account(db::Transaction& tx, const config::Settings& settings, const Source& source,
                             const Described& person, const std::string& name, std::string_view login_name)
{
    TRY(check_email(person.mail));
    const auto& service = settings.service;
    // The directory, and its filter, say who may come; whoever comes from a provider is as much a stranger as others.
    const bool stranger = source.kind == SourceKind::openid;
    if (stranger && !may_register(settings, person.mail))
        return fail(Errc::forbidden, "this site takes no accounts with an e-mail address of that domain");
    TRY(check_not_stand_in(settings, person.mail));
    const bool confirmed = person.mail_confirmed || !confirms_by_mail(settings);
    auto account = TRY(create_account(tx,
                                      {.name = name,
                                       .email = person.mail,
                                       .password_hash = {},
                                       .full_name = shortened(person.full_name, longest_full_name),
                                       .login_name = std::string(login_name),
                                       .is_admin = person.administrator.value_or(false),
                                       .is_restricted = service.default_user_is_restricted,
                                       .is_active = confirmed && !(stranger && service.register_manual_confirm),
                                       .email_verified = person.mail_confirmed,
                                       .visibility = service.default_user_visibility,
                                       .keep_email_private = service.default_keep_email_private,
                                       .allow_create_organization = service.default_allow_create_organization}));
    tx.run("UPDATE account SET login_source = $2 WHERE id = $1", account.id, source.id);
    account.login_source = source.id;
    return account;
}

std::optional<Account> find_account_of(db::Queries& db, const Source& source, std::string_view login_name)
{
    return db.first<Account>("SELECT * FROM account WHERE login_source = $1 AND login_name <> ''"
                             " AND (login_name = $2 OR lower(login_name) = $3) AND kind = 'individual'"
                             " ORDER BY login_name = $2 DESC, id LIMIT 1",
                             source.id, login_name, text::to_lower(login_name));
}

std::optional<Account> find_linked(db::Queries& db, const Source& source, std::string_view subject)
{
    auto linked = db.first<Account>("SELECT a.* FROM linked_identity l JOIN account a ON a.id = l.account_id"
                                    " WHERE l.source_id = $1 AND l.subject = $2",
                                    source.id, subject);
    if (linked) return linked;
    // A subject is what it is, in its case.
    return db.first<Account>("SELECT * FROM account WHERE login_source = $1 AND login_name = $2 AND kind = 'individual'"
                             " ORDER BY id LIMIT 1",
                             source.id, subject);
}

std::vector<LinkedIdentity> identities_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<LinkedIdentity>("SELECT l.source_id, s.name AS source, l.subject, l.name, l.created_at"
                                  " FROM linked_identity l JOIN sign_in_source s ON s.id = l.source_id"
                                  " WHERE l.account_id = $1 ORDER BY s.lower_name, l.subject",
                                  account_id);
}

Result<void> link_identity(db::Transaction& tx, const Source& source, std::string_view subject, std::string_view name,
                           std::int64_t account_id)
{
    if (const auto other = find_linked(tx, source, subject); other && other->id != account_id)
        return fail(Errc::conflict, "that is how somebody else signs in already");
    tx.run("INSERT INTO linked_identity (source_id, subject, account_id, name, created_at) VALUES ($1, $2, $3, $4, $5)"
           " ON CONFLICT (source_id, subject) DO UPDATE SET name = excluded.name",
           source.id, subject, account_id, name, Time::now());
    return {};
}

Result<void> unlink_identity(const api::Call& call, const Account& account, std::int64_t source_id,
                             std::string_view subject)
{
    if (account.login_source == source_id)
        return fail(Errc::unprocessable, "this is the only way into the account, so it stays");
    auto event = audit_event(call, AuditKind::identity_unlinked);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto source = find_source(tx, source_id);
        if (tx.run("DELETE FROM linked_identity WHERE account_id = $1 AND source_id = $2 AND subject = $3", account.id,
                   source_id, subject)
            == 0)
            return not_found("what was linked");
        event.details = audit_details(AuditedSource{.source = source ? source->name : ""});
        audit(tx, event);
        return {};
    });
}

} // namespace cairn::accounts
