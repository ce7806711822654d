// Keys that sign JSON Web Tokens (RFC 7515, 7518, 8037): made, read, written, used. OpenSSL does the mathematics; this
// file knows how JOSE spells algorithms, signatures and public keys.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::crypto {

enum class JwsAlgorithm : std::uint8_t { HS256, HS384, HS512, RS256, RS384, RS512, ES256, ES384, ES512, EdDSA };
BOOST_DESCRIBE_ENUM(JwsAlgorithm, HS256, HS384, HS512, RS256, RS384, RS512, ES256, ES384, ES512, EdDSA)

constexpr bool is_symmetric(JwsAlgorithm a) { return a <= JwsAlgorithm::HS512; }

// A public key as RFC 7517 writes it down; members that its kind does not have are empty.
struct Jwk {
    std::string kty;
    std::string alg;
    std::string use = "sig";
    std::string kid;
    std::string n;
    std::string e;
    std::string crv;
    std::string x;
    std::string y;
};
BOOST_DESCRIBE_STRUCT(Jwk, (), (kty, alg, use, kid, n, e, crv, x, y))
constexpr auto notes(const Jwk*)
{
    return std::array{Note{.member = "kid", .omit_empty = true}, Note{.member = "n", .omit_empty = true},
                      Note{.member = "e", .omit_empty = true},   Note{.member = "crv", .omit_empty = true},
                      Note{.member = "x", .omit_empty = true},   Note{.member = "y", .omit_empty = true}};
}

// A digest of the length that the algorithm's function has.
struct MessageHash {
    std::array<char, 64> bytes;
    std::size_t size;

    operator std::string_view() const { return {bytes.data(), size}; } // NOLINT(google-explicit-constructor)
};

// Safe from any thread.
class SigningKey {
public:
    // A new one: RSA of 4096 bits, the curve that the algorithm names, or Ed25519.
    static SigningKey generate(JwsAlgorithm);
    // A private key in PEM (PKCS #8), of the kind that the algorithm needs and strong enough for it.
    static Result<SigningKey> from_pem(JwsAlgorithm, std::string_view pem);
    // For the HS algorithms. Any length, because a client's secret is what it is.
    static SigningKey from_secret(JwsAlgorithm, std::string_view secret);

    JwsAlgorithm algorithm() const { return algorithm_; }
    // SHA-256 of the public key's SubjectPublicKeyInfo, in base64url; empty for the HS algorithms.
    const std::string& id() const { return id_; }

    std::string pem() const; // throws std::logic_error for the HS algorithms
    Jwk public_jwk() const;  // of the HS algorithms it tells kty and alg alone

    // By the hash function that the algorithm signs with; Ed25519's is SHA-512.
    MessageHash hash(std::string_view message) const;

    // As JOSE has it: the two numbers of an ECDSA signature one after the other, each as long as the curve's order.
    std::string sign(std::string_view message) const;
    bool verify(std::string_view message, std::string_view signature) const;

private:
    struct Signers;

    SigningKey(JwsAlgorithm, std::shared_ptr<void> key);

    JwsAlgorithm algorithm_;
    std::shared_ptr<void> key_; // an EVP_PKEY; null for the HS algorithms
    std::shared_ptr<Signers> signers_;
    // An EVP_MD_CTX that is ready to verify: each use takes a copy, because looking the algorithms up takes as long as
    // half a signature with ES256.
    std::shared_ptr<void> verifying_;
    std::string secret_; // of the HS algorithms
    std::string id_;
};

} // namespace cairn::crypto
