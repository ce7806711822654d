#include "crypto/jwk.hpp"

#include <array>

#include "base/encoding.hpp"
#include "crypto/digest.hpp"

namespace cairn::crypto {

namespace {

constexpr std::size_t least_rsa_bits = 2048;
constexpr std::size_t most_rsa_bits = 8192; // checking takes a stranger's request no longer than a millisecond

constexpr std::array algorithms{JwsAlgorithm::RS256, JwsAlgorithm::RS384, JwsAlgorithm::RS512, JwsAlgorithm::ES256,
                                JwsAlgorithm::ES384, JwsAlgorithm::ES512, JwsAlgorithm::EdDSA};

Hash hash_of(JwsAlgorithm algorithm)
{
    switch (algorithm) {
    case JwsAlgorithm::RS256:
    case JwsAlgorithm::ES256: return Hash::sha256;
    case JwsAlgorithm::RS384:
    case JwsAlgorithm::ES384: return Hash::sha384;
    case JwsAlgorithm::RS512:
    case JwsAlgorithm::ES512: return Hash::sha512;
    default: return Hash::none;
    }
}

// RFC 7638, 3: the members that a key must have, in the order of their names. None of the values has a character that
// JSON would escape: they were decoded as base64url, and are written anew, so that each key has one way to be written.
std::string thumbprint_of(std::initializer_list<std::pair<std::string_view, std::string_view>> members)
{
    std::string json = "{";
    for (const auto& [name, value] : members) {
        if (json.size() > 1) json += ',';
        json.append("\"").append(name).append("\":\"").append(value).append("\"");
    }
    const auto digest = sha256(json += '}');
    return base64url_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

} // namespace

std::optional<JwsAlgorithm> find_public_algorithm(std::string_view name)
{
    for (const auto algorithm : algorithms)
        if (word_of(algorithm) == name) return algorithm;
    return {};
}

std::vector<std::string> public_algorithms()
{
    std::vector<std::string> names;
    for (const auto algorithm : algorithms) names.emplace_back(word_of(algorithm));
    return names;
}

std::optional<ForeignKey> ForeignKey::read(const Jwk& jwk)
{
    if (jwk.kty == "RSA") {
        const auto n = base64url_decode(jwk.n);
        const auto e = base64url_decode(jwk.e);
        if (!n || !e || bit_length(*n) < least_rsa_bits || bit_length(*n) > most_rsa_bits) return {};
        auto key = VerifyingKey::rsa(*n, *e);
        if (!key) return {};
        // RFC 7518, 2: no zeros in front.
        const auto modulus = base64url_encode(without_leading_zeros(*n));
        const auto exponent = base64url_encode(without_leading_zeros(*e));
        return ForeignKey(Kind::rsa, std::move(*key), thumbprint_of({{"e", exponent}, {"kty", "RSA"}, {"n", modulus}}));
    }
    const auto x = base64url_decode(jwk.x);
    if (jwk.kty == "OKP" && jwk.crv == "Ed25519") {
        auto key = x ? VerifyingKey::ed25519(*x) : std::nullopt;
        if (!key) return {};
        return ForeignKey(Kind::ed25519, std::move(*key),
                          thumbprint_of({{"crv", "Ed25519"}, {"kty", "OKP"}, {"x", base64url_encode(*x)}}));
    }
    struct Named {
        std::string_view name;
        Curve curve;
        Kind kind;
    };
    constexpr std::array curves{Named{"P-256", Curve::p256, Kind::p256}, Named{"P-384", Curve::p384, Kind::p384},
                                Named{"P-521", Curve::p521, Kind::p521}};
    const auto y = base64url_decode(jwk.y);
    if (jwk.kty != "EC" || !x || !y || x->size() != y->size()) return {};
    for (const auto& [name, curve, kind] : curves) {
        if (jwk.crv != name || x->size() != (bits(curve) + 7) / 8) continue;
        auto key = VerifyingKey::ecdsa(curve, "\x04" + *x + *y);
        if (!key) return {};
        return ForeignKey(
            kind, std::move(*key),
            thumbprint_of({{"crv", name}, {"kty", "EC"}, {"x", base64url_encode(*x)}, {"y", base64url_encode(*y)}}));
    }
    return {};
}

bool ForeignKey::verify(JwsAlgorithm algorithm, std::string_view message, std::string_view signature) const
{
    const auto pair_of = [&](std::size_t length) {
        if (signature.size() != 2 * length) return std::string();
        return signature_of(signature.substr(0, length), signature.substr(length));
    };
    const auto by_curve = [&](Kind kind, Curve curve) {
        const auto der = pair_of((bits(curve) + 7) / 8);
        return kind_ == kind && !der.empty() && key_.verify(hash_of(algorithm), message, der);
    };
    switch (algorithm) {
    case JwsAlgorithm::RS256:
    case JwsAlgorithm::RS384:
    case JwsAlgorithm::RS512: return kind_ == Kind::rsa && key_.verify(hash_of(algorithm), message, signature);
    case JwsAlgorithm::ES256: return by_curve(Kind::p256, Curve::p256);
    case JwsAlgorithm::ES384: return by_curve(Kind::p384, Curve::p384);
    case JwsAlgorithm::ES512: return by_curve(Kind::p521, Curve::p521);
    case JwsAlgorithm::EdDSA: return kind_ == Kind::ed25519 && key_.verify(Hash::none, message, signature);
    default: return false;
    }
}

} // namespace cairn::crypto
