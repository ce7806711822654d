// Public keys that others have written down as JSON (RFC 7517, 7518, 8037), and the signatures that they verify.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/signing_key.hpp"
#include "crypto/verifying_key.hpp"

namespace cairn::crypto {

class ForeignKey {
public:
    // Nothing for what is no key that one of the algorithms below could use: RSA of 2048 to 8192 bits, a point on
    // P-256, P-384 or P-521, or Ed25519.
    static std::optional<ForeignKey> read(const Jwk&);

    // False as well where the key is not of the algorithm's kind (RFC 8725, 3.1 and 3.2). The HS algorithms have no
    // public keys, so nothing is ever signed by them.
    bool verify(JwsAlgorithm, std::string_view message, std::string_view signature) const;

    // RFC 7638, with SHA-256, in base64url: what tells this key from all others.
    const std::string& thumbprint() const { return thumbprint_; }

private:
    enum class Kind : std::uint8_t { rsa, p256, p384, p521, ed25519 };

    ForeignKey(Kind kind, VerifyingKey key, std::string thumbprint)
        : kind_(kind), key_(std::move(key)), thumbprint_(std::move(thumbprint))
    {
    }

    Kind kind_;
    VerifyingKey key_;
    std::string thumbprint_;
};

// By its name; nothing for the HS algorithms, `none` and what is not known.
std::optional<JwsAlgorithm> find_public_algorithm(std::string_view name);
// Their names, for documents that say what works.
std::vector<std::string> public_algorithms();

} // namespace cairn::crypto
