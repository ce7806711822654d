#include "identity/bearer_tokens.hpp"

#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/scopes.hpp"

namespace cairn::identity {

namespace {

// The account of a family in one look, since each request of an application needs just this.
struct FamilyAccount : accounts::Account {
    std::string family_scope;
};
BOOST_DESCRIBE_STRUCT(FamilyAccount, (accounts::Account), (family_scope))

} // namespace

// A token that verifies is still worth nothing once its family is gone: by revocation, by the end of the application or
// of the account, or because something of it was used twice.
std::optional<BearerTokens::Found> BearerTokens::find(std::string_view value)
{
    if (!settings_.oauth2.enabled) return {};
    const auto access = read_access_token(settings_, keys_, value, Time::now());
    if (!access) return {};
    std::optional<db::State> seen;
    const auto found = db_.recall<FamilyAccount>("SELECT a.*, f.scope AS family_scope FROM oauth2_family f"
                                                 " JOIN oauth2_grant g ON g.id = f.grant_id"
                                                 " JOIN account a ON a.id = g.account_id WHERE f.id = $1",
                                                 access->family_id, &seen);
    if (!found) return {};
    const auto scopes = rights_of_part(access->scope, found->family_scope);
    return Found{.account = found, .scopes = scopes, .seen = seen};
}

} // namespace cairn::identity
