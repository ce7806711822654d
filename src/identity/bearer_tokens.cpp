#include "identity/bearer_tokens.hpp"

#include "cache/row_cache.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "identity/dpop.hpp"
#include "identity/resources.hpp"
#include "identity/scopes.hpp"

namespace cairn::identity {

namespace {

// The account of a family in one look, since each request of an application needs just this.
struct FamilyAccount : accounts::Account {
    std::string family_scope;
};
BOOST_DESCRIBE_STRUCT(FamilyAccount, (accounts::Account), (family_scope))

// RFC 9449, 7.1: the error, and what would have been right.
std::unexpected<Error> challenge(const config::Settings& settings, OAuth2Errc code, const std::string& words)
{
    Error error{.code = Errc::unauthorized, .message = words};
    error.headers.emplace_back("WWW-Authenticate", dpop_challenge(code, words));
    if (auto nonce = current_nonce(settings, Time::now()); !nonce.empty())
        error.headers.emplace_back("DPoP-Nonce", std::move(nonce));
    return std::unexpected(std::move(error));
}

// RFC 9449, 7.1 and 7.2: a token that is bound to a key is worth nothing without it, however it comes, and one that is
// not bound is no token for DPoP.
Result<void> check_binding(const config::Settings& settings, const Access& access, std::string_view value,
                           const BearerTokens::Sent& sent)
{
    if (!sent.by_dpop && access.jkt.empty()) return {};
    if (!sent.by_dpop)
        return challenge(settings, OAuth2Errc::invalid_token,
                         "the token is bound to a key: send it as DPoP, with a proof");
    if (access.jkt.empty()) return challenge(settings, OAuth2Errc::invalid_token, "the token is bound to no key");
    const auto thumbprint = check_proof(settings, sent.request, value, Time::now());
    if (!thumbprint) return challenge(settings, thumbprint.error().code, thumbprint.error().description);
    if (!crypto::equal_in_constant_time(*thumbprint, access.jkt))
        return challenge(settings, OAuth2Errc::invalid_token,
                         "the token is bound to another key than that of the proof");
    return {};
}

} // namespace

// A token that verifies is still worth nothing once its family is gone: by revocation, by the end of the application or
// of the account, or because something of it was used twice.
Result<std::optional<BearerTokens::Found>> BearerTokens::find(std::string_view value, const Sent& sent)
{
    const auto nothing = std::optional<Found>();
    if (!settings_.oauth2.enabled) return nothing;
    const auto access = read_access_token(settings_, keys_, value, Time::now());
    if (!access) {
        if (sent.by_dpop) return challenge(settings_, OAuth2Errc::invalid_token, "the token is not valid");
        return nothing;
    }
    if (!is_for(settings_, access->audience, sent.request.path())) // RFC 8707, 2; RFC 9068, 4
        return fail(Errc::unauthorized, "the token is for another server, or another part of this one");
    TRY(check_binding(settings_, *access, value, sent));
    std::optional<db::CommitState> seen;
    const auto found = cache::row<FamilyAccount>(db_,
                                                 "SELECT a.*, f.scope AS family_scope FROM oauth2_family f"
                                                 " JOIN oauth2_grant g ON g.id = f.grant_id"
                                                 " JOIN account a ON a.id = g.account_id WHERE f.id = $1",
                                                 access->family_id, &seen);
    if (!found) {
        if (sent.by_dpop) return challenge(settings_, OAuth2Errc::invalid_token, "the token was revoked");
        return nothing;
    }
    const auto scopes = rights_of_part(access->scope, found->family_scope);
    return Found{.account = found, .scopes = scopes, .seen = seen};
}

} // namespace cairn::identity
