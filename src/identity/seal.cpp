#include "identity/seal.hpp"

#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"

namespace cairn::identity {

namespace {

std::string bytes_of(const auto& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

std::string_view purpose_of(SealFor what)
{
    switch (what) {
    case SealFor::refresh_token: return "oauth2 refresh token";
    case SealFor::reauthentication: return "oauth2 reauthentication";
    }
    return {};
}

} // namespace

std::string seal(const config::Settings& settings, SealFor what, std::string_view content)
{
    const auto key = bytes_of(crypto::hmac_sha256(settings.security.secret_key, purpose_of(what)));
    return base64url_encode(bytes_of(crypto::hmac_sha256(key, content)));
}

} // namespace cairn::identity
