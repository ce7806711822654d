#include "crypto/jwk.hpp"

#include <gtest/gtest.h>

namespace cairn::crypto {

namespace {

constexpr std::string_view message = "header.claims";

} // namespace

TEST(ForeignKey, VerifiesWhatASigningKeyOfTheSameKindHasSigned)
{
    for (const auto& name : public_algorithms()) {
        const auto algorithm = *find_public_algorithm(name);
        const auto signer = SigningKey::generate(algorithm);
        const auto key = ForeignKey::read(signer.public_jwk());
        ASSERT_TRUE(key) << name;
        const auto signature = signer.sign(message);
        EXPECT_TRUE(key->verify(algorithm, message, signature)) << name;
        EXPECT_FALSE(key->verify(algorithm, "another", signature)) << name;
        EXPECT_FALSE(key->verify(algorithm, message, signature.substr(1))) << name;
        EXPECT_FALSE(key->verify(algorithm, message, "")) << name;
        EXPECT_FALSE(key->verify(JwsAlgorithm::HS256, message, signature)) << name;
        for (const auto& other : public_algorithms())
            if (other != name) {
                EXPECT_FALSE(key->verify(*find_public_algorithm(other), message, signature)) << name << other;
            }
    }
}

TEST(ForeignKey, HasTheThumbprintOfTheStandard)
{
    // RFC 7638, 3.1.
    const auto key =
        ForeignKey::read({.kty = "RSA",
                          .n = "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_"
                               "BJECPebWKRXjBZCiFV4n3o"
                               "knjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_"
                               "FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6"
                               "qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_"
                               "xBniIqbw0Ls1jF44-csFCur-kEgU8awap"
                               "JzKnqDKgw",
                          .e = "AQAB"});
    ASSERT_TRUE(key);
    EXPECT_EQ(key->thumbprint(), "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
}

TEST(ForeignKey, IsNothingOfWhatIsNoKey)
{
    const auto point = SigningKey::generate(JwsAlgorithm::ES256).public_jwk();
    auto off_curve = point;
    off_curve.y = point.x;
    EXPECT_FALSE(ForeignKey::read(off_curve));
    auto wrong_curve = point;
    wrong_curve.crv = "P-384";
    EXPECT_FALSE(ForeignKey::read(wrong_curve));
    EXPECT_FALSE(ForeignKey::read({.kty = "RSA", .n = "AQAB", .e = "AQAB"}));
    EXPECT_FALSE(ForeignKey::read({.kty = "oct"}));
    EXPECT_FALSE(ForeignKey::read({.kty = "EC", .crv = "P-256", .x = "***", .y = "***"}));
    EXPECT_FALSE(ForeignKey::read({}));
    EXPECT_FALSE(find_public_algorithm("none"));
    EXPECT_FALSE(find_public_algorithm("HS256"));
}

} // namespace cairn::crypto
