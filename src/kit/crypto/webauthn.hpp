// Security keys (WebAuthn, level 2): what an authenticator says when it is registered and when it signs in, verified.
//
// Attestation is not asked for and not looked at: which make a key is of does not matter here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::crypto {

// For whom keys are: a site, by its domain and its origin.
struct RelyingParty {
    std::string id;     // "example.org"
    std::string origin; // "https://example.org:8443"
};

// The browser's part of the ceremony, read from the JSON that `json` is.
struct ClientData {
    std::string_view json; // as sent: its hash is what is signed
    std::string_view type;
    std::string_view challenge; // base64url
    std::string_view origin;
    bool cross_origin = false;
};

struct AuthenticatorData {
    std::string_view rp_id_hash; // 32 bytes
    bool user_present = false;
    bool user_verified = false;
    std::uint32_t sign_count = 0;
    std::string_view credential_id; // the key that was made; empty at a sign-in
    std::string_view public_key;    // COSE
};

// Nothing when it is malformed.
std::optional<AuthenticatorData> read_authenticator_data(std::string_view bytes);

struct RegisteredKey {
    std::string credential_id;
    std::string public_key; // COSE
    std::uint32_t sign_count = 0;
};

// `challenge` is what was sent to the browser, in base64url. Errc::unprocessable with words when anything is not as it
// must be.
Result<RegisteredKey> verify_registration(const RelyingParty&, std::string_view challenge, const ClientData&,
                                          std::string_view attestation_object);

struct Assertion {
    std::string_view authenticator_data;
    std::string_view signature;
};

// The key's new counter. Errc::unauthorized when anything is not as it must be, also when the counter has not moved on:
// then there are two copies of the key.
Result<std::uint32_t> verify_assertion(const RelyingParty&, std::string_view challenge, const ClientData&,
                                       const Assertion&, std::string_view public_key, std::uint32_t sign_count);

} // namespace cairn::crypto
