#include "identity/request_object.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "identity/client_metadata.hpp"
#include "identity/jwt.hpp"

namespace cairn::identity {

namespace {

// Clocks differ a little.
constexpr std::int64_t clock_skew_seconds = 60;

using Members = std::map<std::string, Json>;

// RFC 9101, 4: claims of the token itself, which say nothing of the request.
constexpr std::array about_token{"iss", "aud", "exp", "nbf", "iat", "jti", "sub"};

std::unexpected<OAuth2Error> invalid(std::string why)
{
    return refuse(OAuth2Errc::invalid_request_object, "the request object " + std::move(why));
}

std::optional<std::int64_t> read_time(const Json& json)
{
    double seconds = 0; // RFC 7519, 2: a fraction is allowed
    if (json.text.starts_with('"') || !api::decode_json(type_of<double>(), json.text, &seconds)) return {};
    if (!(seconds > -1e15 && seconds < 1e15)) return {};
    return static_cast<std::int64_t>(seconds);
}

const Json* find(const Members& members, const std::string& name)
{
    const auto found = members.find(name);
    return found == members.end() || found->second.text == "null" ? nullptr : &found->second;
}

// RFC 9101, 6.2; the type keeps tokens out that the client signs for other purposes (10.8), while those who write for
// OpenID Connect Core name none, or the general one.
OAuth2Result<Members> verify(const Application& application, const ClientMetadata& metadata, std::string_view token)
{
    const auto jwt = take_apart(token);
    if (!jwt) return invalid("is no signed token");
    if (!jwt->type.empty() && jwt->type != "oauth-authz-req+jwt" && jwt->type != "JWT")
        return invalid("is a token of another type");
    const auto algorithm = crypto::find_public_algorithm(jwt->algorithm);
    const auto& registered = metadata.request_object_signing_alg;
    if (!algorithm || (!registered.empty() && registered != jwt->algorithm))
        return invalid("is signed by another algorithm than those that count");
    const auto keys = read_keys(metadata.jwks);
    const bool is_signed = keys && std::ranges::any_of(*keys, [&](const ClientKey& key) {
                               return (jwt->key_id.empty() || jwt->key_id == key.id)
                                   && (key.algorithm.empty() || key.algorithm == jwt->algorithm)
                                   && key.key.verify(*algorithm, jwt->signed_text, jwt->signature);
                           });
    if (!is_signed) return invalid("is signed by none of the keys of " + application.client_id);
    Members members;
    if (!jwt->claims.starts_with('{') || !api::decode_json(type_of<Members>(), jwt->claims, &members))
        return invalid("holds no JSON object");
    return members;
}

OAuth2Result<void> check_token(const config::Settings& settings, const Application& application, const Members& members,
                               Time now)
{
    if (const auto* issuer = find(members, "iss"); issuer != nullptr && read_text(*issuer) != application.client_id)
        return invalid("says that somebody else has made it");
    if (const auto* audience = find(members, "aud")) {
        const auto meant = read_texts(*audience);
        if (!meant || std::ranges::find(*meant, settings.oauth2.jwt_claim_issuer) == meant->end())
            return invalid("was made for somebody else");
    }
    if (const auto* expires = find(members, "exp")) {
        const auto time = read_time(*expires);
        if (!time || *time + clock_skew_seconds <= now.seconds) return invalid("has expired");
    }
    for (const char* from : {"nbf", "iat"}) {
        const auto* begins = find(members, from);
        const auto time = begins != nullptr ? read_time(*begins) : std::nullopt;
        if (begins != nullptr && (!time || *time - clock_skew_seconds > now.seconds))
            return invalid("is not valid yet");
    }
    // 10.8: so that it cannot be taken for a token by which the client shows who it is.
    if (const auto* subject = find(members, "sub"); subject != nullptr && read_text(*subject) == application.client_id)
        return invalid("is about the client itself");
    return {};
}

} // namespace

OAuth2Result<api::QueryValues> open_request_object(const config::Settings& settings, const Application& application,
                                                   std::string_view token, Time now)
{
    const auto members = verify(application, from_stored(application.metadata), token);
    if (!members) return std::unexpected(members.error());
    if (auto checked = check_token(settings, application, *members, now); !checked)
        return std::unexpected(checked.error());
    api::QueryValues values;
    for (const auto& [name, json] : *members) {
        if (json.text == "null" || std::ranges::find(about_token, name) != about_token.end()) continue;
        // 4: a request inside of a request has no end.
        if (name == "request" || name == "request_uri") return invalid("holds another one");
        const auto texts = read_texts(json);
        // Some parameters are lists where they are JSON (RFC 8707, 2), others are JSON themselves (claims).
        if (texts && (texts->size() == 1 || name == "resource"))
            for (const auto& text : *texts) values.emplace_back(name, text);
        else values.emplace_back(name, json.text);
    }
    if (!std::ranges::all_of(values, is_text, &api::QueryValues::value_type::second))
        return invalid("has a parameter that is not text");
    // 5: the object says whose it is, and so does the request that it came in.
    const auto named = std::ranges::find(values, "client_id", &api::QueryValues::value_type::first);
    if (named == values.end() || named->second != application.client_id)
        return invalid("does not have the client_id of the application that sent it");
    return values;
}

} // namespace cairn::identity
