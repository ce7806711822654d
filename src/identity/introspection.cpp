// /login/oauth/introspect (RFC 7662): an application asks about a token that was given to it.
#include "api/codec.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/client_authentication.hpp"
#include "identity/jwt.hpp"
#include "identity/provider.hpp"
#include "identity/tables.hpp"
#include "identity/tokens.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;

namespace {

struct IntrospectionRequest {
    std::string token;
    std::string token_type_hint; // RFC 7662, 2.1
    std::string client_id;
    std::string client_secret;
};
BOOST_DESCRIBE_STRUCT(IntrospectionRequest, (), (token, token_type_hint, client_id, client_secret))

// RFC 7662, 2.2.
struct Introspection {
    bool active = false;
    std::string scope;
    std::string client_id;
    std::string username;
    std::string token_type;
    std::int64_t exp = 0;
    std::int64_t iat = 0;
    std::string sub;
    std::vector<std::string> aud;
    std::string iss;
    std::optional<Confirmation> cnf; // RFC 9449, 6.2
};
BOOST_DESCRIBE_STRUCT(Introspection, (), (active, scope, client_id, username, token_type, exp, iat, sub, aud, iss, cnf))
constexpr auto notes(const Introspection*)
{
    constexpr auto optional = [](std::string_view member) { return Note{.member = member, .omit_empty = true}; };
    return std::array{optional("scope"), optional("client_id"), optional("username"), optional("token_type"),
                      optional("exp"),   optional("iat"),       optional("sub"),      optional("aud"),
                      optional("iss"),   optional("cnf")};
}

// Of a token that verifies: which family it belongs to, and how long it is good.
struct Known {
    std::int64_t family_id = 0;
    Time issued_at;
    Time expires_at;
    bool bearer = false; // of the kind that opens the API
    std::string scope{}; // of one of that kind: it may be narrower than what was approved
    std::optional<std::int64_t> generation{};
    std::string jkt{};                   // of the key that it is bound to
    std::vector<std::string> audience{}; // that it is for, if that is not the whole site
};

std::optional<Known> read_token(Call& call, std::string_view token)
{
    const auto now = Time::now();
    if (const auto access = read_access_token(call.settings(), call.site.get<identity::SigningKeys>(), token, now))
        return Known{.family_id = access->family_id,
                     .issued_at = access->issued_at,
                     .expires_at = access->expires_at,
                     .bearer = true,
                     .scope = access->scope,
                     .jkt = access->jkt,
                     .audience = access->audience};
    if (const auto refresh = read_refresh_token(call.settings(), token, now))
        return Known{.family_id = refresh->family_id,
                     .issued_at = refresh->issued_at,
                     .expires_at = refresh->expires_at,
                     .generation = refresh->generation};
    return {};
}

// Resource servers ask in a form whether what somebody bears opens anything, and may look at nothing but the answer's
// first word: a refresh token does not, unless they say that they mean one. JSON is sent by those who know which it is.
bool means_refresh_tokens(const http::Request& request, const IntrospectionRequest& asked)
{
    const auto format = body_format(request.header("Content-Type"));
    return asked.token_type_hint == "refresh_token" || !format || *format != BodyFormat::form;
}

// RFC 7662, 2.2: active only for a token of this application, that has not ended, of an account that may sign in.
// Everything else is told apart by nothing.
Introspection describe(const Call& call, const Client& client, const std::optional<Known>& known,
                       const Authorization* family)
{
    if (family == nullptr || family->application_id != client.id) return {};
    // A refresh token that was followed by the next of its family is used up.
    if (known->generation && *known->generation != family->generation) return {};
    if (!family->may_sign_in()) return {};
    return {.active = true,
            .scope = known->bearer ? known->scope : family->scope,
            .client_id = family->client_id,
            .username = family->name,
            .token_type = !known->bearer ? ""
                : known->jkt.empty()     ? "bearer"
                                         : "DPoP",
            .exp = known->expires_at.seconds,
            .iat = known->issued_at.seconds,
            .sub = std::to_string(family->account_id),
            .aud = known->audience.empty() ? std::vector{family->client_id} : known->audience,
            .iss = call.settings().oauth2.jwt_claim_issuer,
            .cnf = known->jkt.empty() ? std::nullopt : std::optional(Confirmation{known->jkt})};
}

// Public clients have a secret, too, which counts for nothing else: without one anybody could ask in their name
// (RFC 7662, 2.1). Whoever fails is told how in JSON, and that Basic would do (2.3; RFC 6749, 5.2); a token of any kind
// is no way to authenticate a client.
OAuth2Result<Client> asking_client(Call& call, const IntrospectionRequest& request, const Authorization* named)
{
    const auto header = call.request.header("Authorization");
    const bool by_body = !request.client_id.empty() && !request.client_secret.empty();
    if (!by_body && !text::istarts_with(header, "basic "))
        return refuse(OAuth2Errc::invalid_client, "the client authenticates itself by Basic or by the body here", true);
    auto client = authenticate_client(call.db(), call.request, {request.client_id, request.client_secret}, named, true);
    if (!client) client.error().by_basic = true;
    return client;
}

// The token is looked up before the client because one look finds both; nothing of it is told until the client has
// shown who it is.
Result<Raw> post_introspect(Call& call, Body<IntrospectionRequest> body)
{
    if (auto read = check_sent_once(call.request, type_of<IntrospectionRequest>()); !read) return answer(read.error());
    const auto known = read_token(call, body->token);
    const auto family = known ? find_authorization(call.db(), known->family_id) : nullptr;
    const auto client = asking_client(call, body.value, family.get());
    if (!client) return answer(client.error());
    const bool meant = known && (known->bearer || means_refresh_tokens(call.request, body.value));
    const auto found = meant ? describe(call, *client, known, family.get()) : Introspection{};
    return Raw{.body = to_json(type_of<Introspection>(), &found),
               .content_type = "application/json;charset=utf-8",
               .headers = {{"Cache-Control", "no-store"}}};
}

// clang-format off
constexpr Operation introspection_operations[] = {
    {POST, path::introspect, scope::none, provider_is_on, quick<post_introspect>, 200, "oauth2Introspect", "Tell an application about a token of its own"},
};
// clang-format on
static_assert(well_formed(introspection_operations));

} // namespace

const Table introspection_table{"oauth2", introspection_operations, Door::site, &refuse_in_json, to_clients};

} // namespace cairn::identity
