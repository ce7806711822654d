#include "crypto/signing_key.hpp"

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "base/blocking_guard.hpp"
#include "base/encoding.hpp"

namespace cairn::crypto {
namespace {

class EveryKind : public testing::TestWithParam<JwsAlgorithm> { };

bool is_rsa(JwsAlgorithm algorithm) { return algorithm >= JwsAlgorithm::RS256 && algorithm <= JwsAlgorithm::RS512; }

// RSA keys take long to make, so one serves the three.
const SigningKey& key_for(JwsAlgorithm algorithm)
{
    static std::map<JwsAlgorithm, SigningKey> keys;
    if (const auto known = keys.find(algorithm); known != keys.end()) return known->second;
    static const SigningKey for_rsa = SigningKey::generate(JwsAlgorithm::RS256);
    return keys
        .emplace(algorithm,
                 is_rsa(algorithm) ? SigningKey::from_pem(algorithm, for_rsa.pem()).value()
                                   : SigningKey::generate(algorithm))
        .first->second;
}

TEST_P(EveryKind, WhatItSignedVerifiesAndNothingElse)
{
    const SigningKey& key = key_for(GetParam());
    const auto signature = key.sign("message");
    EXPECT_TRUE(key.verify("message", signature));
    EXPECT_FALSE(key.verify("another", signature));
    EXPECT_FALSE(key.verify("message", ""));
    EXPECT_FALSE(key.verify("message", signature.substr(1)));
    auto changed = signature;
    changed[changed.size() / 2] = static_cast<char>(changed[changed.size() / 2] ^ 1);
    EXPECT_FALSE(key.verify("message", changed));
    EXPECT_FALSE(key.verify("message", std::string(signature.size(), '\0')));
}

TEST_P(EveryKind, KeepsNoThreadInHurryForLong)
{
    const SigningKey& key = key_for(GetParam());
    const MustNotBlock hurry(true);
    if (is_rsa(GetParam())) EXPECT_THROW(key.sign("message"), WouldBlock);
    else EXPECT_NO_THROW(key.sign("message"));
}

TEST_P(EveryKind, SignsForManyAtOnce)
{
    const SigningKey& key = key_for(GetParam());
    std::vector<std::jthread> threads;
    for (int number = 0; number < 4; ++number)
        threads.emplace_back([&key, number] {
            const auto message = "message " + std::to_string(number);
            for (int again = 0; again < 4; ++again) EXPECT_TRUE(key.verify(message, key.sign(message)));
        });
}

TEST_P(EveryKind, SurvivesBeingWrittenDown)
{
    const SigningKey& key = key_for(GetParam());
    const auto again = SigningKey::from_pem(GetParam(), key.pem()).value();
    EXPECT_EQ(again.id(), key.id());
    EXPECT_TRUE(again.verify("message", key.sign("message")));
}

TEST_P(EveryKind, IsNotTakenForAnotherKind)
{
    const auto other = GetParam() == JwsAlgorithm::EdDSA ? JwsAlgorithm::ES256 : JwsAlgorithm::EdDSA;
    EXPECT_FALSE(SigningKey::from_pem(other, key_for(GetParam()).pem()));
}

TEST_P(EveryKind, ShowsItsPublicHalfOnly)
{
    const Jwk jwk = key_for(GetParam()).public_jwk();
    EXPECT_EQ(jwk.alg, word_of(GetParam()));
    EXPECT_EQ(jwk.use, "sig");
    EXPECT_EQ(base64url_decode(jwk.kid).value().size(), 32U);
    if (jwk.kty == "RSA") EXPECT_EQ(base64url_decode(jwk.n).value().size(), 512U);
    else EXPECT_FALSE(jwk.x.empty());
    EXPECT_EQ(jwk.kty == "EC", !jwk.y.empty());
}

INSTANTIATE_TEST_SUITE_P(SigningKey, EveryKind,
                         testing::Values(JwsAlgorithm::RS256, JwsAlgorithm::RS384, JwsAlgorithm::RS512,
                                         JwsAlgorithm::ES256, JwsAlgorithm::ES384, JwsAlgorithm::ES512,
                                         JwsAlgorithm::EdDSA),
                         [](const auto& kind) { return std::string(word_of(kind.param)); });

// The numbers of a signature begin with a zero now and then, which DER leaves out and JOSE does not.
TEST(SigningKey, TheLengthOfASignatureIsThatOfTheCurve)
{
    for (const auto& [algorithm, length] :
         {std::pair(JwsAlgorithm::ES256, 64U), {JwsAlgorithm::ES384, 96U}, {JwsAlgorithm::ES512, 132U}})
        for (int number = 0; number < 300; ++number) {
            const auto message = std::to_string(number);
            const auto signature = key_for(algorithm).sign(message);
            EXPECT_EQ(signature.size(), length);
            EXPECT_TRUE(key_for(algorithm).verify(message, signature));
        }
}

// FIPS 180-4, the examples of "abc".
TEST(SigningKey, HashesAsItsAlgorithmDoes)
{
    const auto hash = [](JwsAlgorithm algorithm) { return hex_encode(key_for(algorithm).hash("abc")); };
    EXPECT_EQ(hash(JwsAlgorithm::ES256), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hash(JwsAlgorithm::ES384).substr(0, 32), "cb00753f45a35e8bb5a03d699ac65007");
    EXPECT_EQ(hash(JwsAlgorithm::ES384).size(), 96U);
    EXPECT_EQ(hash(JwsAlgorithm::EdDSA).substr(0, 32), "ddaf35a193617abacc417349ae204131");
    EXPECT_EQ(hash(JwsAlgorithm::ES512).size(), 128U);
}

TEST(SigningKey, CurvesAreNotMixedUp)
{
    EXPECT_FALSE(SigningKey::from_pem(JwsAlgorithm::ES384, key_for(JwsAlgorithm::ES256).pem()));
    EXPECT_FALSE(SigningKey::from_pem(JwsAlgorithm::ES256, "no key"));
    EXPECT_FALSE(SigningKey::from_pem(JwsAlgorithm::ES256, ""));
}

// RFC 7515, appendix A.1.
TEST(SigningKey, AgreesWithTheExampleOfRfc7515)
{
    const auto secret =
        base64url_decode("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow");
    const auto key = SigningKey::from_secret(JwsAlgorithm::HS256, secret.value());
    EXPECT_EQ(base64url_encode(key.sign(
                  "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9."
                  "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ")),
              "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    EXPECT_EQ(key.public_jwk().kty, "oct");
    EXPECT_TRUE(key.public_jwk().kid.empty());
}

} // namespace
} // namespace cairn::crypto
