// How id tokens are known again that are signed with a client's own secret (the HS algorithms; OpenID Connect
// Core, 10.1), of which we keep no more than a hash: their jti is a seal of ours over who the token is about and for
// whom it is.
//
// The seal covers these claims and not the rest of the token. It serves for a hint of who is meant, and opens nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::identity {

struct SealedClaims {
    std::string iss;
    std::string sub;
    std::vector<std::string> aud;
    std::int64_t exp = 0;
    std::int64_t iat = 0;
};
BOOST_DESCRIBE_STRUCT(SealedClaims, (), (iss, sub, aud, exp, iat))

// The jti for an id token with these claims.
std::string seal_id_token(const config::Settings&, const SealedClaims&);

bool is_seal_of(const config::Settings&, const SealedClaims&, std::string_view jti);

} // namespace cairn::identity
