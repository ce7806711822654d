// Public keys as authenticators hand them out (COSE, RFC 9053), and the signatures that they verify.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn::crypto {

// How long the COSE key at the front of `bytes` is; nothing unless it is one that verify_cose() could use: ES256 on
// P-256, RS256 with 2048 to 4096 bits, or EdDSA with Ed25519.
std::optional<std::size_t> cose_key_length(std::string_view bytes);

// False for a wrong signature, and for a key that is none.
bool verify_cose(std::string_view key, std::string_view signed_bytes, std::string_view signature);

} // namespace cairn::crypto
