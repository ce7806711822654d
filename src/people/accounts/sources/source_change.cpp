#include "accounts/sources/source_change.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"
#include "accounts/sources/source_audit.hpp"
#include "api/codec.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/called_address.hpp"
#include "http/reachable_hosts.hpp"
#include "ldap/escape.hpp"

namespace cairn::accounts {

namespace {

std::unexpected<Error> wrong(std::string_view member, std::string_view why)
{
    return fail(Errc::unprocessable, "[" + std::string(member) + "]: " + std::string(why));
}

bool is_one_line(std::string_view text)
{
    return is_text(text)
        && std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != 0x7f; });
}

// It is a part of an address.
Result<void> check_source_name(const std::string& name)
{
    if (name != text::trim(name) || !is_one_line(name))
        return wrong("name", "one line is expected, without blanks around it");
    if (name.contains('/') || name.contains('\\') || name == "." || name == "..")
        return wrong("name", "the name is a part of an address: it has no slash and is not made of points alone");
    return {};
}

bool is_host(std::string_view host)
{
    return http::is_address(host) || (!host.empty() && std::ranges::all_of(host, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || text::is_digit(c) || c == '-' || c == '.'
                   || c == '_';
           }));
}

bool is_attribute(std::string_view name)
{
    return std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || text::is_digit(c) || c == '-' || c == ';'
            || c == '.';
    });
}

Result<void> check_directory(const SourceForm& form)
{
    if (!is_host(form.host))
        return wrong("host", "the name or the address of a server is expected, and nothing around it");
    if (form.port < 0 || form.port > 65535) return wrong("port", "a number up to 65535 is expected");
    for (const auto& [member, value] : {std::pair<std::string_view, std::string_view>{"bind_dn", form.bind_dn},
                                        {"base", form.base},
                                        {"user_dn", form.user_dn},
                                        {"filter", form.filter},
                                        {"admin_filter", form.admin_filter}})
        if (!is_one_line(value)) return wrong(member, "one line is expected");
    if (form.user_dn.empty() && form.base.empty()) return wrong("base", "where people are searched for is missing");
    if (!form.user_dn.empty() && !ldap::has_place(form.user_dn))
        return wrong("user_dn", "%s is expected where the name belongs");
    if (!ldap::looks_like_filter(form.filter)) return wrong("filter", "a filter stands in parentheses that fit");
    // Otherwise whoever is found is somebody, whatever name was typed.
    if (form.user_dn.empty() && !ldap::has_place(form.filter))
        return wrong("filter", "%s is expected where the name belongs");
    if (!form.admin_filter.empty() && !ldap::looks_like_filter(form.admin_filter))
        return wrong("admin_filter", "a filter stands in parentheses that fit");
    for (const auto& [member, value] :
         {std::pair<std::string_view, std::string_view>{"name_attribute", form.name_attribute},
          {"mail_attribute", form.mail_attribute},
          {"full_name_attribute", form.full_name_attribute}})
        if (!is_attribute(value)) return wrong(member, "the name of an attribute is expected");
    return {};
}

Result<void> check_provider(const SourceForm& form)
{
    const auto& address = form.discovery_url;
    const bool web = address.starts_with("https://") || address.starts_with("http://");
    const bool plain =
        std::ranges::none_of(address, [](char c) { return c <= ' ' || c == '#' || c == '@' || c == 0x7f; });
    if (!web || !plain || http::called_host(address).empty())
        return wrong("discovery_url", "an address with https is expected, without a name and a password in it");
    if (form.client_id.empty() || !is_one_line(form.client_id)) return wrong("client_id", "is required");
    const auto scopes = text::split_list(form.scopes, ' ');
    if (std::ranges::find(scopes, "openid") == scopes.end() || !is_one_line(form.scopes))
        return wrong("scopes", "'openid' has to be among them, with blanks between");
    try {
        std::vector<std::string> hosts;
        for (const auto host : text::split_list(form.more_hosts, ',')) hosts.emplace_back(host);
        const http::ReachableHosts told(hosts);
    } catch (const std::invalid_argument& error) {
        return wrong("more_hosts", error.what());
    }
    return {};
}

Result<void> check(db::Queries& db, const SourceForm& form, SourceKind kind, std::int64_t id)
{
    TRY(check_source_name(form.name));
    if (!is_one_line(form.secret)) return wrong("secret", "one line is expected");
    TRY(kind == SourceKind::ldap ? check_directory(form) : check_provider(form));
    if (const auto other = find_source(db, form.name); other && other->id != id)
        return wrong("name", "the name is taken");
    return {};
}

Json stored(const SourceForm& form)
{
    const SourceSettings& settings = form;
    return {api::to_json(type_of<SourceSettings>(), &settings)};
}

// The names of the settings that another form has.
std::vector<std::string> changes(const Source& source, const SourceForm& form)
{
    std::vector<std::string> changed;
    if (source.name != form.name) changed.emplace_back("name");
    if (source.active != form.active) changed.emplace_back(form.active ? "active on" : "active off");
    if (!form.secret.empty() || form.forget_secret) changed.emplace_back("secret");
    if (source.settings.text != stored(form).text) changed.emplace_back("settings");
    return changed;
}

} // namespace

std::vector<ListedSource> list_sources(db::Queries& db)
{
    return db.all<ListedSource>(
        "SELECT s.id, s.kind, s.name, s.active, (SELECT count(*) FROM account a WHERE a.login_source = s.id)"
        " + (SELECT count(DISTINCT l.account_id) FROM linked_identity l JOIN account a ON a.id = l.account_id"
        " WHERE l.source_id = s.id AND a.login_source <> s.id) AS accounts FROM sign_in_source s ORDER BY "
        "s.lower_name");
}

std::int64_t accounts_of(db::Queries& db, std::int64_t source_id)
{
    return db.scalar<std::int64_t>(
        "SELECT (SELECT count(*) FROM account WHERE login_source = $1) + (SELECT count(DISTINCT l.account_id)"
        " FROM linked_identity l JOIN account a ON a.id = l.account_id WHERE l.source_id = $1 AND a.login_source <> $1)"
        " AS value",
        source_id);
}

SourceForm form_of(const Source& source)
{
    SourceForm form;
    static_cast<SourceSettings&>(form) = source.read();
    form.kind = source.kind;
    form.name = source.name;
    form.active = source.active;
    return form;
}

Result<Source> create_source(const api::Call& call, const SourceForm& form)
{
    auto event = audit_event(call, AuditKind::source_created);
    event.details = audit_details(AuditedSource{.source = form.name});
    return call.db().write([&](db::Transaction& tx) -> Result<Source> {
        TRY(check(tx, form, form.kind, 0));
        auto source =
            tx.one<Source>("INSERT INTO sign_in_source (kind, name, lower_name, active, settings, created_at,"
                           " updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING *",
                           form.kind, form.name, text::to_lower(form.name), form.active, stored(form), Time::now());
        // What it belongs to is known only now.
        source.secret = seal_secret(call.settings(), source.id, form.secret);
        tx.run("UPDATE sign_in_source SET secret = $2 WHERE id = $1", source.id, source.secret);
        audit(tx, event);
        return source;
    });
}

Result<void> change_source(const api::Call& call, const Source& source, const SourceForm& form)
{
    auto event = audit_event(call, AuditKind::source_changed);
    event.details = audit_details(AuditedSource{.source = source.name, .changed = changes(source, form)});
    const auto secret = form.forget_secret ? std::string()
        : form.secret.empty()              ? source.secret
                                           : seal_secret(call.settings(), source.id, form.secret);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        TRY(check(tx, form, source.kind, source.id));
        tx.run("UPDATE sign_in_source SET name = $2, lower_name = $3, active = $4, settings = $5, secret = $6,"
               " version = version + 1, updated_at = $7 WHERE id = $1",
               source.id, form.name, text::to_lower(form.name), form.active, stored(form), secret, Time::now());
        audit(tx, event);
        return {};
    });
}

Result<void> set_source_active(const api::Call& call, const Source& source, bool active)
{
    auto event = audit_event(call, AuditKind::source_changed);
    event.details =
        audit_details(AuditedSource{.source = source.name, .changed = {active ? "active on" : "active off"}});
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE sign_in_source SET active = $2, version = version + 1, updated_at = $3 WHERE id = $1", source.id,
               active, Time::now());
        audit(tx, event);
    });
    return {};
}

Result<void> delete_source(const api::Call& call, const Source& source)
{
    auto event = audit_event(call, AuditKind::source_deleted);
    event.details = audit_details(AuditedSource{.source = source.name});
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (const auto count = accounts_of(tx, source.id); count != 0)
            return fail(Errc::unprocessable,
                        std::to_string(count) + (count == 1 ? " account signs" : " accounts sign")
                            + " in by it: let them sign in elsewhere first, or switch it off");
        tx.run("DELETE FROM sign_in_source WHERE id = $1", source.id);
        audit(tx, event);
        return {};
    });
}

} // namespace cairn::accounts
