#include "identity/seal.hpp"

#include <array>

#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"

namespace cairn::identity {

namespace {

std::string_view purpose_of(SealFor what)
{
    switch (what) {
    case SealFor::refresh_token: return "oauth2 refresh token";
    case SealFor::reauthentication: return "oauth2 reauthentication";
    case SealFor::id_token: return "oidc id token";
    case SealFor::pushed_request: return "oauth2 pushed request";
    case SealFor::dpop_nonce: return "dpop nonce";
    }
    return {};
}

} // namespace

std::string seal(const config::Settings& settings, SealFor what, std::string_view content)
{
    const std::array<std::string_view, 3> sealed{purpose_of(what), std::string_view("\0", 1), content};
    const auto code = crypto::hmac_sha256(settings.security.secret_key, sealed);
    return base64url_encode({reinterpret_cast<const char*>(code.data()), code.size()});
}

} // namespace cairn::identity
