// Public keys as mathematics, whatever file or protocol they came in: the one place that hands signatures to OpenSSL.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::crypto {

// `none`: the signature algorithm takes the message itself (Ed25519).
enum class Hash : std::uint8_t { none, sha1, sha224, sha256, sha384, sha512 };

// What `hash` makes of the data; the data itself for Hash::none.
std::string digest(Hash, std::string_view data);

enum class Curve : std::uint8_t { p256, p384, p521 };

constexpr std::size_t bits(Curve curve) { return curve == Curve::p256 ? 256 : curve == Curve::p384 ? 384 : 521; }

// A key that signatures are checked with. Numbers are bytes, the most significant first. What is no sound key, or one
// so large that checking with it would take a stranger's request seconds, is nothing.
class VerifyingKey {
public:
    static constexpr std::size_t max_rsa_bits = 16384;

    static std::optional<VerifyingKey> rsa(std::string_view modulus, std::string_view exponent);
    static std::optional<VerifyingKey> ecdsa(Curve, std::string_view point); // 4, then both coordinates
    static std::optional<VerifyingKey> ed25519(std::string_view key);
    static std::optional<VerifyingKey> dsa(std::string_view p, std::string_view q, std::string_view g,
                                           std::string_view y);

    // Whether it signed the message: RSASSA-PKCS1-v1.5, ECDSA and DSA in DER, Ed25519.
    bool verify(Hash, std::string_view message, std::string_view signature) const;

private:
    explicit VerifyingKey(void* key);

    std::shared_ptr<void> key_; // an EVP_PKEY
};

// The pair of numbers of an ECDSA or DSA signature, as VerifyingKey::verify takes it.
std::string signature_of(std::string_view r, std::string_view s);

// Without the zeros in front.
std::string_view without_leading_zeros(std::string_view number);

// How many bits a number has, not counting the zeros in front.
std::size_t bit_length(std::string_view number);

// The numbers of a public key in DER; which are set says what kind it is.
struct PublicNumbers {
    std::string modulus, exponent; // RSA
    std::string point;             // ECDSA
    Curve curve = Curve::p256;
    std::string ed25519;
};

// A SubjectPublicKeyInfo ("PUBLIC KEY" in PEM), or PKCS #1 ("RSA PUBLIC KEY"). Nothing for other kinds and curves.
std::optional<PublicNumbers> read_spki(std::string_view der);
std::optional<PublicNumbers> read_pkcs1(std::string_view der);

} // namespace cairn::crypto
