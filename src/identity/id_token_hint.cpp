#include "identity/id_token_hint.hpp"

#include "api/codec.hpp"
#include "config/settings.hpp"
#include "identity/signing_keys.hpp"

namespace cairn::identity {

namespace {

struct HintClaims {
    std::string iss;
    std::string sub;
    std::vector<std::string> aud;
};
BOOST_DESCRIBE_STRUCT(HintClaims, (), (iss, sub, aud))

} // namespace

std::optional<IdTokenHint> read_id_token_hint(const config::Settings& settings, SigningKeys& keys,
                                              std::string_view token)
{
    const auto jwt = keys.verify(token);
    HintClaims claims;
    if (!jwt || jwt->type != "JWT" || !api::decode_json(type_of<HintClaims>(), jwt->claims, &claims)) return {};
    if (claims.iss != settings.oauth2.jwt_claim_issuer || claims.aud.size() != 1) return {};
    return IdTokenHint{.subject = std::move(claims.sub), .client_id = std::move(claims.aud.front())};
}

} // namespace cairn::identity
