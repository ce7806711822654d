#include "identity/jwt.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"

namespace cairn::identity {

namespace {

using crypto::JwsAlgorithm;
using crypto::SigningKey;

const SigningKey& ec_key()
{
    static const auto key = SigningKey::generate(JwsAlgorithm::ES256);
    return key;
}
const SigningKey& other_key()
{
    static const auto key = SigningKey::generate(JwsAlgorithm::ES256);
    return key;
}

std::optional<Jwt> verify(std::string_view token, std::vector<const SigningKey*> keys = {&ec_key()})
{
    return verify_jwt(token, keys);
}

// A token whose header is that text, signed as it is by the key that it may or may not name.
std::string with_header(std::string_view header, const SigningKey& key = ec_key(), std::string_view claims = "{}")
{
    const auto text = base64url_encode(header) + "." + base64url_encode(claims);
    return text + "." + base64url_encode(key.sign(text));
}

std::string header(std::string_view algorithm, std::string_view kid, std::string_view more = "")
{
    return R"({"alg":")" + std::string(algorithm) + R"(","typ":"JWT","kid":")" + std::string(kid) + "\""
        + std::string(more) + "}";
}

} // namespace

TEST(Jwt, WhatOneKeySignsItVerifies)
{
    for (const auto algorithm : {JwsAlgorithm::ES256, JwsAlgorithm::ES384, JwsAlgorithm::ES512, JwsAlgorithm::EdDSA}) {
        const auto key = SigningKey::generate(algorithm);
        const auto token = make_jwt(key, "at+jwt", R"({"a":1})");
        const auto read = verify(token, {&key});
        ASSERT_TRUE(read) << word_of(algorithm);
        EXPECT_EQ(read->type, "at+jwt");
        EXPECT_EQ(read->claims, R"({"a":1})");
        EXPECT_TRUE(looks_like_jwt(token));
        EXPECT_EQ(claimed_type(token), "at+jwt");
    }
    const auto secret = SigningKey::from_secret(JwsAlgorithm::HS256, "hush");
    EXPECT_TRUE(verify(make_jwt(secret, "JWT", "{}"), {&secret}));
}

TEST(Jwt, AKeyAmongSeveralIsFoundByItsId)
{
    const auto token = make_jwt(other_key(), "JWT", "{}");
    EXPECT_TRUE(verify(token, {&ec_key(), &other_key()}));
    EXPECT_FALSE(verify(token, {&ec_key()}));
    EXPECT_FALSE(verify(token, {}));
}

TEST(Jwt, TheHeadersMadeByHandWork) { EXPECT_TRUE(verify(with_header(header("ES256", ec_key().id())))); }

TEST(Jwt, TheAlgorithmIsTheKeysOwn)
{
    const auto& id = ec_key().id();
    for (const std::string_view algorithm : {"none", "None", "NONE", "HS256", "RS256", "ES384", "EdDSA", "es256", ""})
        EXPECT_FALSE(verify(with_header(header(algorithm, id)))) << algorithm;
    // The public key, which everybody knows, as the secret of an HMAC.
    const auto confused = SigningKey::from_secret(JwsAlgorithm::HS256, ec_key().public_jwk().x);
    EXPECT_FALSE(verify(with_header(header("HS256", id), confused)));
    // No signature at all.
    EXPECT_FALSE(verify(base64url_encode(header("none", id)) + "." + base64url_encode("{}") + "."));
}

TEST(Jwt, AWrongOrMissingKeyIdIsRefused)
{
    EXPECT_FALSE(verify(with_header(header("ES256", "another"))));
    EXPECT_FALSE(verify(with_header(R"({"alg":"ES256","typ":"JWT"})")));
    EXPECT_FALSE(verify(with_header(header("ES256", other_key().id()), ec_key()), {&ec_key(), &other_key()}));
}

TEST(Jwt, WhatIsCriticalAndNotUnderstoodIsRefused)
{
    EXPECT_FALSE(verify(with_header(header("ES256", ec_key().id(), R"(,"crit":["b64"],"b64":false)"))));
    EXPECT_TRUE(
        verify(with_header(header("ES256", ec_key().id(), R"(,"jwk":{},"jku":"https://evil.example","x5u":"x")"))));
}

TEST(Jwt, EveryBitCounts)
{
    const auto token = make_jwt(ec_key(), "JWT", R"({"sub":"1"})");
    for (std::size_t i = 0; i < token.size(); ++i) {
        auto changed = token;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(verify(changed)) << i;
    }
    for (std::size_t length = 0; length < token.size(); ++length) EXPECT_FALSE(verify(token.substr(0, length)));
}

TEST(Jwt, MalformedTokensAreRefused)
{
    const auto token = make_jwt(ec_key(), "JWT", "{}");
    const auto dot = token.rfind('.');
    for (const std::string& bad :
         {std::string(), std::string("."), std::string(".."), std::string("..."), std::string("a.b.c"), token + ".",
          token + ".x", token + "=", token + " ", " " + token, "." + token, token.substr(0, dot),
          token.substr(0, dot) + "." + std::string(200, 'A'), std::string(20000, 'A') + "..",
          token.substr(0, dot) + ".!!!!", std::string("eyJ\0.e30.x", 10)})
        EXPECT_FALSE(verify(bad)) << bad.substr(0, 80);
    for (const std::string_view bad :
         {"", "[]", "null", "\"\"", "{", "{\"alg\":1}", "{\"alg\":null}", "\xff", "{\"alg\":[\"ES256\"]}"})
        EXPECT_FALSE(verify(with_header(bad))) << bad;
}

TEST(Jwt, AnEcdsaSignatureOfZerosIsNone)
{
    const auto text = base64url_encode(header("ES256", ec_key().id())) + "." + base64url_encode("{}");
    EXPECT_FALSE(verify(text + "." + base64url_encode(std::string(64, '\0'))));
    EXPECT_FALSE(verify(text + "." + base64url_encode(std::string(64, '\xff'))));
    EXPECT_FALSE(verify(text + "."));
}

} // namespace cairn::identity
