#include "identity/id_token_hint.hpp"

#include <gtest/gtest.h>

#include "api/codec.hpp"
#include "config/settings.hpp"
#include "config/test_folder.hpp"
#include "identity/id_token_seal.hpp"
#include "identity/signing_keys.hpp"

namespace cairn::identity {

namespace {

struct IdToken : SealedClaims {
    std::string jti;
};
BOOST_DESCRIBE_STRUCT(IdToken, (SealedClaims), (jti))

class IdTokenHintTest : public testing::Test {
protected:
    IdTokenHintTest()
    {
        settings.security.secret_key = "a secret of the site";
        settings.oauth2.jwt_claim_issuer = "https://cairn.example";
        settings.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::HS256;
        settings.oauth2.jwt_secret = std::string(43, 'A');
    }

    std::string sealed() const { return seal_id_token(settings, claims); }
    static std::string signed_by_client(const SealedClaims& claims, std::string jti)
    {
        const IdToken token{claims, std::move(jti)};
        const auto key = crypto::SigningKey::from_secret(crypto::JwsAlgorithm::HS256, "the client's secret");
        return make_jwt(key, "JWT", api::to_json(type_of<IdToken>(), &token));
    }

    config::Settings settings;
    SealedClaims claims{
        .iss = "https://cairn.example", .sub = "7", .aud = {"client"}, .exp = 1'800'003'600, .iat = 1'800'000'000};
};

} // namespace

TEST_F(IdTokenHintTest, IsKnownByItsSealWhereTheClientsSecretSignsIt)
{
    SigningKeys keys(settings);
    const auto hint = read_id_token_hint(settings, keys, signed_by_client(claims, sealed()));
    ASSERT_TRUE(hint);
    EXPECT_EQ(hint->subject, "7");
    EXPECT_EQ(hint->client_id, "client");
}

TEST_F(IdTokenHintTest, IsWorthNothingWhenAClaimIsNotTheSealedOne)
{
    SigningKeys keys(settings);
    const auto seal = sealed();
    const auto known = [&](const SealedClaims& said) {
        return read_id_token_hint(settings, keys, signed_by_client(said, seal)).has_value();
    };
    ASSERT_TRUE(known(claims));
    for (const auto& change : std::initializer_list<void (*)(SealedClaims&)>{
             [](SealedClaims& c) { c.iss = "https://other.example"; }, [](SealedClaims& c) { c.sub = "8"; },
             [](SealedClaims& c) { c.aud = {"other"}; }, [](SealedClaims& c) { c.aud.emplace_back("other"); },
             [](SealedClaims& c) { ++c.exp; }, [](SealedClaims& c) { --c.iat; }}) {
        auto changed = claims;
        change(changed);
        EXPECT_FALSE(known(changed));
    }
    EXPECT_FALSE(read_id_token_hint(settings, keys, signed_by_client(claims, "")));
    for (const std::string_view no_token : {"", "..", "eyJ..", "eyJhbGciOiJub25lIn0.e30."})
        EXPECT_FALSE(read_id_token_hint(settings, keys, no_token)) << no_token;
    const auto token = signed_by_client(claims, seal);
    settings.security.secret_key = "a secret of another site";
    EXPECT_FALSE(read_id_token_hint(settings, keys, token));
}

TEST_F(IdTokenHintTest, ASealIsNoSignatureWhereWeSignOurselves)
{
    const config::TemporaryFolder folder;
    settings.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::ES256;
    settings.oauth2.jwt_signing_private_key_file = folder.path() + "/private.pem";
    SigningKeys keys(settings);
    EXPECT_FALSE(read_id_token_hint(settings, keys, signed_by_client(claims, sealed())));
    const auto json = api::to_json(type_of<SealedClaims>(), &claims);
    EXPECT_TRUE(read_id_token_hint(settings, keys, make_jwt(*keys.ring()->current, "JWT", json)));
    EXPECT_FALSE(read_id_token_hint(settings, keys, make_jwt(*keys.ring()->current, "at+jwt", json)));
}

} // namespace cairn::identity
