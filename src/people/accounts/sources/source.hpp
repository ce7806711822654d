// Sign-in sources: where people show who they are, beside this site itself. A directory (LDAP) checks names and
// passwords, a provider (OpenID Connect) sends people back with what it says of them. Why they are as they are:
// docs/decisions/0075-sign-in-sources.md.
#pragma once

#include "accounts/account.hpp"
#include "ldap/directory.hpp"

namespace cairn::accounts {

enum class SourceKind : std::uint8_t { ldap, openid };
BOOST_DESCRIBE_ENUM(SourceKind, ldap, openid)

// What administrators say of a source, of either kind.
struct SourceSettings {
    bool makes_accounts = true; // for those who have none; otherwise only those that were made for it count

    std::string host;
    std::int64_t port = 0; // 0: the usual one
    ldap::Security security = ldap::Security::ldaps;
    bool skip_verify = false;
    std::string bind_dn; // who searches; empty: anybody may
    std::string base;
    std::string user_dn; // with %s for the name: whoever signs in is this; empty: he is searched for
    std::string filter = "(&(objectClass=person)(uid=%s))";
    std::string admin_filter; // empty: the directory does not say who administers this site
    std::string name_attribute = "uid";
    std::string mail_attribute = "mail";
    std::string full_name_attribute = "cn";
    bool mail_confirmed = true; // the addresses of the directory need not be confirmed

    std::string discovery_url;
    std::string client_id;
    std::string scopes = "openid profile email";
    std::string username_claim = "preferred_username";
    std::string more_hosts;         // of the local network, that the provider may name beside its own
    bool second_step_there = false; // the provider asks for it, so that nobody is asked here
};
BOOST_DESCRIBE_STRUCT(SourceSettings, (),
                      (makes_accounts, host, port, security, skip_verify, bind_dn, base, user_dn, filter, admin_filter,
                       name_attribute, mail_attribute, full_name_attribute, mail_confirmed, discovery_url, client_id,
                       scopes, username_claim, more_hosts, second_step_there))

// A row of sign_in_source.
struct Source {
    std::int64_t id = 0;
    SourceKind kind = SourceKind::ldap;
    std::string name;
    bool active = false;
    Json settings{"{}"};
    std::string secret; // sealed
    std::int64_t version = 1;
    Time created_at;
    Time updated_at;

    SourceSettings read() const;
};
BOOST_DESCRIBE_STRUCT(Source, (), (id, kind, name, active, settings, secret, version, created_at, updated_at))

std::optional<Source> find_source(db::Queries&, std::int64_t id);
// In any case.
std::optional<Source> find_source(db::Queries&, std::string_view name);
// By their names.
std::vector<Source> active_sources(db::Queries&, SourceKind);

// The password of the account that searches, or the client's secret; empty: there is none, or it cannot be opened any
// more.
std::string secret_of(const config::Settings&, const Source&);
// To be kept; empty for none.
std::string seal_secret(const config::Settings&, std::int64_t source_id, std::string_view secret);

// Of an account that has its password, and more, elsewhere: Errc::unprocessable with words that say where. What sets a
// password asks this first.
Result<void> check_password_is_here(db::Queries&, const Account&);

// Whether it is of a provider, and so has no password that it could say.
bool signs_in_elsewhere(db::Queries&, const Account&);
// Whether it is of a provider that asks for a second step itself.
bool is_protected_elsewhere(db::Queries&, std::int64_t account_id);

} // namespace cairn::accounts
