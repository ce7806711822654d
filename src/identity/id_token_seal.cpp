#include "identity/id_token_seal.hpp"

#include "api/codec.hpp"
#include "crypto/digest.hpp"
#include "identity/seal.hpp"

namespace cairn::identity {

// As JSON, so that no claim can be mistaken for the end of another.
std::string seal_id_token(const config::Settings& settings, const SealedClaims& claims)
{
    return seal(settings, SealFor::id_token, api::to_json(type_of<SealedClaims>(), &claims));
}

bool is_seal_of(const config::Settings& settings, const SealedClaims& claims, std::string_view jti)
{
    return crypto::equal_in_constant_time(seal_id_token(settings, claims), jti);
}

} // namespace cairn::identity
