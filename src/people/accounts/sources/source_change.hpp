// Sign-in sources as administrators see and change them.
#pragma once

#include "accounts/sources/source.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

struct ListedSource {
    std::int64_t id = 0;
    SourceKind kind = SourceKind::ldap;
    std::string name;
    bool active = false;
    std::int64_t accounts = 0; // of it, or linked to it
};
BOOST_DESCRIBE_STRUCT(ListedSource, (), (id, kind, name, active, accounts))

std::vector<ListedSource> list_sources(db::Queries&);
std::int64_t accounts_of(db::Queries&, std::int64_t source_id);

struct SourceForm : SourceSettings {
    SourceKind kind = SourceKind::ldap; // of a new one; it does not change
    std::string name;
    bool active = true;
    std::string secret;         // empty: the one that there is stays
    bool forget_secret = false; // and this way it goes
};
BOOST_DESCRIBE_STRUCT(SourceForm, (SourceSettings), (kind, name, active, secret, forget_secret))
constexpr auto notes(const SourceForm*)
{
    return std::array{
        Note{.member = "name", .required = true, .max_length = 60},
        Note{.member = "secret", .max_length = 1000},
        Note{.member = "host", .max_length = 253},
        Note{.member = "port", .minimum = 0, .maximum = 65535},
        Note{.member = "bind_dn", .max_length = 1000},
        Note{.member = "base", .max_length = 1000},
        Note{.member = "user_dn", .max_length = 1000},
        Note{.member = "filter", .max_length = 2000},
        Note{.member = "admin_filter", .max_length = 2000},
        Note{.member = "name_attribute", .max_length = 100},
        Note{.member = "mail_attribute", .max_length = 100},
        Note{.member = "full_name_attribute", .max_length = 100},
        Note{.member = "discovery_url", .max_length = 1000},
        Note{.member = "client_id", .max_length = 500},
        Note{.member = "scopes", .max_length = 500},
        Note{.member = "username_claim", .max_length = 100},
        Note{.member = "more_hosts", .max_length = 500},
    };
}

// As a form shows it: without the secret.
SourceForm form_of(const Source&);

// Errc::unprocessable, about a member ("[host]: ..."), for what makes no sense or a name that is taken. Told to the
// audit trail, as the two below are.
Result<Source> create_source(const api::Call&, const SourceForm&);
Result<void> change_source(const api::Call&, const Source&, const SourceForm&);
Result<void> set_source_active(const api::Call&, const Source&, bool active);
// Errc::unprocessable, with the number, while accounts are of it or linked to it.
Result<void> delete_source(const api::Call&, const Source&);

} // namespace cairn::accounts
