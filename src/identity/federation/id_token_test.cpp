#include "identity/federation/id_token.hpp"

#include <gtest/gtest.h>

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "identity/jwt.hpp"

namespace cairn::identity {
namespace {

using crypto::JwsAlgorithm;
using crypto::SigningKey;

class IdToken : public testing::Test {
protected:
    static const SigningKey& key()
    {
        static const auto made = SigningKey::generate(JwsAlgorithm::ES256);
        return made;
    }
    static std::vector<ClientKey> keys_of(const SigningKey& of)
    {
        auto jwk = of.public_jwk();
        jwk.kid = of.id();
        std::vector<ClientKey> keys;
        keys.push_back({.key = crypto::ForeignKey::read(jwk).value(), .id = of.id(), .algorithm = jwk.alg});
        return keys;
    }

    static std::string claims(const std::string& changes = "")
    {
        std::map<std::string, Json> all{{"iss", {R"("https://idp.example")"}},
                                        {"aud", {R"("cairn")"}},
                                        {"sub", {R"("4711")"}},
                                        {"nonce", {R"("n-1")"}},
                                        {"exp", {"1300"}},
                                        {"iat", {"1000"}}};
        std::map<std::string, Json> other;
        EXPECT_TRUE(api::decode_json(type_of<std::map<std::string, Json>>(), changes, &other)); // nothing: no changes
        for (const auto& [name, value] : other)
            if (value.text == "null") all.erase(name);
            else all[name] = value;
        return api::to_json(type_of<std::map<std::string, Json>>(), &all);
    }

    Result<ForeignClaims> read(const std::string& token) const { return read_id_token(token, keys, expected); }
    Result<ForeignClaims> read_changed(const std::string& changes) const
    {
        return read(make_jwt(key(), "JWT", claims(changes)));
    }

    std::vector<ClientKey> keys = keys_of(key());
    ExpectedIdToken expected{.issuer = "https://idp.example", .client_id = "cairn", .nonce = "n-1", .now = Time{1010}};
};

TEST_F(IdToken, IsReadWhereEverythingIsRight)
{
    const auto read_claims = read_changed(R"({"email": "ann@example.com", "email_verified": true, "zoneinfo": 7})");
    ASSERT_TRUE(read_claims) << read_claims.error().message;
    EXPECT_EQ(text_claim(*read_claims, "sub"), "4711");
    EXPECT_EQ(text_claim(*read_claims, "email"), "ann@example.com");
    EXPECT_EQ(text_claim(*read_claims, "zoneinfo"), "");
    EXPECT_EQ(text_claim(*read_claims, "nickname"), "");
    EXPECT_TRUE(true_claim(*read_claims, "email_verified"));
    EXPECT_FALSE(true_claim(*read_claims, "email"));
    EXPECT_TRUE(read_changed(R"({"aud": ["cairn"], "azp": "cairn"})"));
    EXPECT_TRUE(read_changed(R"({"aud": ["cairn", "other"], "azp": "cairn"})"));
}

TEST_F(IdToken, IsRefusedForAnythingThatIsNot)
{
    for (const auto* wrong :
         {R"({"iss": "https://idp.example/"})", R"({"iss": null})", R"({"iss": ["https://idp.example"]})",
          R"({"aud": "other"})", R"({"aud": null})", R"({"aud": []})", R"({"aud": ["cairn", "other"]})",
          R"({"aud": "cairn", "azp": "other"})", R"({"nonce": "n-2"})", R"({"nonce": null})", R"({"exp": 900})",
          R"({"exp": null})", R"({"exp": "1300"})", R"({"iat": 1200})", R"({"iat": null})", R"({"iat": 100})",
          R"({"sub": null})", R"({"sub": ""})", R"({"sub": 4711})"}) {
        const auto refused = read_changed(wrong);
        ASSERT_FALSE(refused) << wrong;
        EXPECT_EQ(refused.error().code, Errc::unauthorized) << wrong;
    }
    EXPECT_FALSE(read_changed(R"({"sub": ")" + std::string(256, 'x') + "\"}"));
}

TEST_F(IdToken, IsRefusedWithoutTheSignatureOfTheProvider)
{
    const auto good = make_jwt(key(), "JWT", claims());
    ASSERT_TRUE(read(good));
    const auto point = good.rfind('.');
    EXPECT_FALSE(read(good.substr(0, point + 1)));
    EXPECT_FALSE(read(good.substr(0, point)));
    EXPECT_FALSE(read(""));
    // The claims of one with the signature of another.
    const auto other = make_jwt(key(), "JWT", claims(R"({"sub": "1"})"));
    EXPECT_FALSE(read(other.substr(0, other.rfind('.')) + good.substr(point)));

    // Nothing is signed by `none`, nor by a secret that is the public key, or the client's.
    const auto unsigned_token =
        base64url_encode(R"({"alg":"none","kid":")" + key().id() + "\"}") + '.' + base64url_encode(claims()) + '.';
    EXPECT_EQ(read(unsigned_token).error().code, Errc::unauthorized);
    const auto jwk = key().public_jwk();
    for (const std::string& secret : {jwk.x, jwk.x + jwk.y, std::string("cairn")})
        EXPECT_FALSE(read(make_jwt(SigningKey::from_secret(JwsAlgorithm::HS256, secret), "JWT", claims())));

    // A key that nobody knows may be a new one of the provider: the caller asks again.
    const auto stranger = SigningKey::generate(JwsAlgorithm::ES256);
    EXPECT_EQ(read(make_jwt(stranger, "JWT", claims())).error().code, Errc::not_found);
    keys[0].id = stranger.id();
    EXPECT_EQ(read(make_jwt(stranger, "JWT", claims())).error().code, Errc::unauthorized);
}

TEST_F(IdToken, IsNoOtherKindOfToken)
{
    for (const auto* type : {"at+jwt", "logout+jwt", "dpop+jwt"}) EXPECT_FALSE(read(make_jwt(key(), type, claims())));
    EXPECT_FALSE(read(make_jwt(key(), "JWT", "[]")));
}

TEST_F(IdToken, SaysWhenThePersonHasSignedInWhereThatMatters)
{
    expected.authenticated_since = Time{1000};
    EXPECT_FALSE(read_changed(""));
    EXPECT_FALSE(read_changed(R"({"auth_time": 900})"));
    EXPECT_TRUE(read_changed(R"({"auth_time": 1005})"));
}

} // namespace
} // namespace cairn::identity
