// /login/oauth/access_token: codes and refresh tokens in, tokens out (RFC 6749, 4.1.3 and 6).
#include <algorithm>

#include "accounts/tokens/tokens.hpp"
#include "api/codec.hpp"
#include "base/blocking_guard.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "identity/claims.hpp"
#include "identity/client_metadata.hpp"
#include "identity/dpop.hpp"
#include "identity/provider.hpp"
#include "identity/redeem.hpp"
#include "identity/resources.hpp"
#include "identity/scopes.hpp"
#include "identity/tables.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;

namespace {

struct TokenRequest {
    std::string grant_type;
    std::string client_id;
    std::string client_secret;
    std::string code;
    std::string redirect_uri;
    std::string code_verifier;
    std::string refresh_token;
    std::string scope; // at a refresh; a code has the one that was approved
};
BOOST_DESCRIBE_STRUCT(TokenRequest, (),
                      (grant_type, client_id, client_secret, code, redirect_uri, code_verifier, refresh_token, scope))

// RFC 6749, 5.1, and OpenID Connect Core, 3.1.3.3.
struct TokenAnswer {
    std::string access_token;
    std::string token_type = "bearer";
    std::int64_t expires_in = 0;
    std::string refresh_token;
    std::string id_token;
    std::string scope;
};
BOOST_DESCRIBE_STRUCT(TokenAnswer, (), (access_token, token_type, expires_in, refresh_token, id_token, scope))
constexpr auto notes(const TokenAnswer*)
{
    return std::array{Note{.member = "id_token", .omit_empty = true}, Note{.member = "scope", .omit_empty = true}};
}

// By the application's choice, or with its own secret, which it has just shown. The access token is for us alone, and
// signed with ours.
std::string id_token(Call& call, const KeyRing& keys, const Client& client, const IdTokenRequest& request)
{
    const auto signed_with = [&](const crypto::SigningKey& key) {
        return make_id_token(call.db(), call.settings(), key, request);
    };
    const auto& chosen = request.authorization.id_token_signed_response_alg;
    if (const auto* key = keys.for_application(chosen, client.confidential)) return signed_with(*key);
    return signed_with(crypto::SigningKey::from_secret(keys.current->algorithm(), client.secret));
}

// RFC 6749, 5.1: the scope says what the token opens, unless nothing was named that opens anything: what such a token
// got instead has no name that the client would know.
std::string scope_to_tell(const std::string& scope)
{
    return has_scope(scope, "openid") || names_rights(scope) ? scope : std::string();
}

TokenAnswer give_tokens(Call& call, const Client& client, const Authorization& given, const AccessDetails& details)
{
    const auto keys = call.site.get<identity::SigningKeys>().ring();
    const auto now = Time::now();
    TokenAnswer answer{.access_token = make_access_token(call.settings(), *keys->current, given, details, now),
                       .token_type = details.jkt.empty() ? "bearer" : "DPoP", // RFC 9449, 5
                       .expires_in = call.settings().oauth2.access_token_expiration_time,
                       .refresh_token = make_refresh_token(call.settings(), given, details.serial, now),
                       .scope = scope_to_tell(given.scope)};
    if (has_scope(given.scope, "openid"))
        answer.id_token =
            id_token(call, *keys, client, {.authorization = given, .access_token = answer.access_token, .now = now});
    return answer;
}

// RFC 9449, 5: the thumbprint of the key that the request shows; empty where it shows none and none is needed.
OAuth2Result<std::string> shown_key(const Call& call, const Client& client)
{
    if (sends_proof(call.request)) {
        before_blocking(); // a proof is good once, and a request that has to begin anew would find it used
        return check_proof(call.settings(), call.request, {}, Time::now());
    }
    if (from_stored(client.metadata).dpop_bound_access_tokens)
        return refuse(OAuth2Errc::invalid_dpop_proof,
                      "the client has its tokens bound to a key, and the proof is missing");
    return std::string();
}

// The order of RFC 6749: what is asked for, who asks (3.2.1), what they have to show for it (4.1.3 and 6). A refresh
// token is looked up before its client only because one look finds both; nothing of it counts until then.
OAuth2Result<TokenAnswer> exchange(Call& call, const TokenRequest& request)
{
    const bool refreshes = request.grant_type == "refresh_token";
    if (request.grant_type.empty()) return refuse(OAuth2Errc::invalid_request, "the grant_type is missing");
    if (!refreshes && request.grant_type != "authorization_code")
        return refuse(OAuth2Errc::unsupported_grant_type,
                      "the grant_type is neither authorization_code nor refresh_token");
    auto refresh = refreshes ? look_at_refresh_token(call, request.refresh_token, request.scope) : RefreshProof{};
    const auto client = authenticate_client(call.db(), call.request, {request.client_id, request.client_secret},
                                            refresh.continued.get());
    if (!client) return std::unexpected(client.error());
    const auto key = shown_key(call, *client); // before anything is used up, so that the client may try again
    if (!key) return std::unexpected(key.error());
    refresh.jkt = *key;
    const auto resources = requested_resources(call.settings(), call.request); // RFC 8707, 2.2
    if (!resources) return std::unexpected(resources.error());
    if (refresh.continued && refresh.continued->application_id == client->id) // a request for too much is none
        if (auto part = narrow_resources(call.settings(), refresh.continued->resources, *resources); !part)
            return std::unexpected(part.error());
    const auto redeemed = refreshes
        ? redeem_refresh_token(call, *client, refresh)
        : redeem_code(call, *client, {request.code, request.redirect_uri, request.code_verifier, *key});
    if (!redeemed) return std::unexpected(redeemed.error());
    const auto audience = narrow_resources(call.settings(), (*redeemed)->resources, *resources);
    if (!audience) return std::unexpected(audience.error());
    const auto serial = new_serial();
    return give_tokens(call, *client, **redeemed, {serial, *key, *audience});
}

bool is_known_token(Call& call, std::string_view value)
{
    const auto now = Time::now();
    if (const auto access = read_access_token(call.settings(), call.site.get<identity::SigningKeys>(), value, now)) {
        const auto found = find_authorization(call.db(), access->family_id);
        return found && found->may_sign_in();
    }
    return accounts::looks_like_token(value) && accounts::find_token(call.db(), value, now) != nullptr;
}

// A token in the Authorization header is no way for a client to authenticate itself. One that is good is left alone,
// and the body counts; whoever sends another is told so before anything else is looked at.
bool bears_bad_token(Call& call)
{
    const auto header = call.request.header("Authorization");
    if (!text::istarts_with(header, "bearer ") && !text::istarts_with(header, "token ")) return false;
    return !is_known_token(call, text::trim(header.substr(header.find(' '))));
}

Result<Raw> post_token(Call& call, Body<TokenRequest> body)
{
    if (bears_bad_token(call))
        return Raw{.body = std::string("This address authenticates clients by Basic or by the body, not by a token.\n"),
                   .content_type = "text/plain;charset=utf-8",
                   .status = 401};
    if (auto read = check_sent_once(call.request, type_of<TokenRequest>()); !read) return answer(read.error());
    auto given = exchange(call, body.value);
    if (auto nonce = current_nonce(call.settings(), Time::now()); !nonce.empty() && sends_proof(call.request))
        call.reply_headers.emplace_back("DPoP-Nonce", std::move(nonce)); // RFC 9449, 8
    if (!given) return answer(given.error());
    return Raw{.body = to_json(type_of<TokenAnswer>(), &*given),
               .content_type = "application/json;charset=utf-8",
               .headers = {{"Cache-Control", "no-store"}, {"Pragma", "no-cache"}}}; // RFC 6749, 5.1
}

// clang-format off
constexpr Operation token_endpoint_operations[] = {
    {POST, path::token, scope::none, provider_is_on, quick<post_token>, 200, "oauth2Token", "Exchange a code or a refresh token for tokens"},
};
// clang-format on
static_assert(well_formed(token_endpoint_operations));

} // namespace

const Table token_endpoint_table{"oauth2", token_endpoint_operations, Door::site, &refuse_in_json, to_clients};

} // namespace cairn::identity
