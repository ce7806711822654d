#include "identity/id_token_hint.hpp"

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "identity/id_token_seal.hpp"
#include "identity/signing_keys.hpp"

namespace cairn::identity {

namespace {

constexpr std::string_view id_token_type = "JWT"; // access tokens have another

struct HintClaims : SealedClaims {
    std::string jti;
};
BOOST_DESCRIBE_STRUCT(HintClaims, (SealedClaims), (jti))

std::optional<HintClaims> decode_claims(std::string_view json)
{
    HintClaims claims;
    if (!api::decode_json(type_of<HintClaims>(), json, &claims)) return {};
    return claims;
}

// Signed with a client's secret, which we do not have: our seal is what counts.
std::optional<HintClaims> read_sealed(const config::Settings& settings, std::string_view token)
{
    if (!looks_like_jwt(token) || claimed_type(token) != id_token_type) return {};
    const auto json = base64url_decode(text::split(token, '.').at(1));
    auto claims = json ? decode_claims(*json) : std::nullopt;
    if (!claims || !is_seal_of(settings, *claims, claims->jti)) return {};
    return claims;
}

std::optional<HintClaims> read_signed(SigningKeys& keys, std::string_view token)
{
    const auto jwt = keys.verify(token);
    return jwt && jwt->type == id_token_type ? decode_claims(jwt->claims) : std::nullopt;
}

} // namespace

std::optional<IdTokenHint> read_id_token_hint(const config::Settings& settings, SigningKeys& keys,
                                              std::string_view token)
{
    auto claims = read_signed(keys, token);
    if (!claims && crypto::is_symmetric(keys.ring()->current->algorithm())) claims = read_sealed(settings, token);
    if (!claims || claims->iss != settings.oauth2.jwt_claim_issuer || claims->aud.size() != 1) return {};
    return IdTokenHint{.subject = std::move(claims->sub), .client_id = std::move(claims->aud.front())};
}

} // namespace cairn::identity
