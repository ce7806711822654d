// What we give out and know again when it comes back: an HMAC under the site's secret that covers what it is for, so
// that nothing sealed for one purpose is taken for another.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::identity {

enum class SealFor : std::uint8_t { refresh_token, reauthentication, id_token, pushed_request, dpop_nonce };

// In base64url. Compare it in constant time.
std::string seal(const config::Settings&, SealFor, std::string_view content);

} // namespace cairn::identity
