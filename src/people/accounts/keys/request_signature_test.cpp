#include "accounts/keys/request_signature.hpp"

#include <gtest/gtest.h>

namespace cairn::accounts {
namespace {

constexpr Time now{784111777}; // Sun, 06 Nov 1994 08:49:37 GMT

http::Request request(std::vector<http::Header> headers)
{
    http::Request made;
    made.method = "GET";
    made.target = "/api/v1/user?a=%20b";
    made.headers = std::move(headers);
    return made;
}

std::optional<RequestSignature> read(std::string_view header)
{
    return offered_signature(request({{"Signature", header}}));
}

TEST(RequestSignature, IsReadWithEveryParameter)
{
    const auto signature = read(R"(keyId="SHA256:abc",algorithm="hs2019",headers="(request-target) Date host",)"
                                R"(created=100,expires="200",opaque="x",signature="AQID")");
    ASSERT_TRUE(signature);
    EXPECT_EQ(signature->key_id, "SHA256:abc");
    EXPECT_EQ(signature->covered, (std::vector<std::string>{"(request-target)", "date", "host"}));
    EXPECT_EQ(signature->created, 100);
    EXPECT_EQ(signature->expires, 200);
    EXPECT_EQ(signature->value, "\1\2\3");
}

TEST(RequestSignature, CoversTheDateUnlessItSaysOtherwise)
{
    EXPECT_EQ(read(R"(keyId="k",signature="AQID")")->covered, std::vector<std::string>{"date"});
}

TEST(RequestSignature, AHeaderThatCannotBeReadIsNoOffer)
{
    EXPECT_FALSE(offered_signature(request({})));
    for (const auto header : {"",
                              "garbage",
                              "=",
                              "keyId",
                              R"(keyId="k")",
                              R"(signature="AQID")",
                              R"(keyId="k";signature="AQID")",
                              R"(keyId="k" ,signature="AQID")",
                              R"(keyId="k", signature="AQID")",
                              R"(KEYID="k",signature="AQID")",
                              R"(keyId="k",signature="AQI")",
                              R"(keyId="k",signature="")",
                              R"(keyId="k",signature="*")",
                              R"(keyId="k",signature="AQID)",
                              R"(keyId="k",signature="AQID",)",
                              R"(keyId="k",keyId="k",signature="AQID")",
                              R"(keyId="k",signature="AQID",headers="")",
                              R"(keyId="k",signature="AQID",headers="date  host")",
                              R"(keyId="k",signature="AQID",headers="date Date")",
                              R"(keyId="k",signature="AQID",created=soon)",
                              R"(keyId="k",signature="AQID",created=-1)",
                              R"(keyId="k",signature="AQID",expires=99999999999999999999)"})
        EXPECT_FALSE(read(header)) << header;
}

TEST(RequestSignature, IsInOneHeaderOnly)
{
    constexpr std::string_view good = R"(keyId="k",signature="AQID")";
    EXPECT_FALSE(offered_signature(request({{"Authorization", R"(Signature keyId="k",signature="AQID")"}})));
    EXPECT_FALSE(offered_signature(
        request({{"Signature", good}, {"Authorization", R"(Signature keyId="k",signature="AQID")"}})));
    EXPECT_FALSE(offered_signature(request({{"Signature", good}, {"signature", good}})));
    EXPECT_TRUE(offered_signature(request({{"Signature", good}, {"Authorization", "Basic YTpi"}})));
}

TEST(RequestSignature, NamesAreLimited)
{
    std::string names = "a0";
    for (int i = 1; i < 64; ++i) names += " a" + std::to_string(i);
    EXPECT_TRUE(read(R"(keyId="k",signature="AQID",headers=")" + names + "\""));
    EXPECT_FALSE(read(R"(keyId="k",signature="AQID",headers=")" + names + " b\""));
}

TEST(RequestSignature, TheTextIsOneLineForEachName)
{
    const auto sent = request({{"Host", "h:3000"}, {"X-Two", " a "}, {"x-two", "b"}, {"Empty", ""}});
    const RequestSignature signature{
        .key_id = {},
        .value = {},
        .covered = {"(request-target)", "host", "x-two", "empty", "(created)", "(expires)"},
        .created = 1,
        .expires = 2};
    EXPECT_EQ(
        signed_text(signature, sent),
        "(request-target): get /api/v1/user?a=%20b\nhost: h:3000\nx-two: a, b\nempty: \n(created): 1\n(expires): 2");
}

TEST(RequestSignature, WhatIsMissingCannotBeSigned)
{
    for (const std::string name : {"date", "(created)", "(expires)", "(unknown)"})
        EXPECT_FALSE(signed_text({.key_id = {}, .value = {}, .covered = {name}}, request({{"Host", "h"}}))) << name;
}

TEST(RequestSignature, CreatedAndExpiresHoldWithTenSecondsOfSkew)
{
    const auto timely = [](std::optional<std::int64_t> created, std::optional<std::int64_t> expires) {
        return is_timely({.key_id = {}, .value = {}, .covered = {"host"}, .created = created, .expires = expires},
                         request({}), now);
    };
    EXPECT_TRUE(timely({}, {}));
    EXPECT_TRUE(timely(now.seconds + 10, {}));
    EXPECT_FALSE(timely(now.seconds + 11, {}));
    EXPECT_TRUE(timely(0, {}));
    EXPECT_TRUE(timely({}, now.seconds - 10));
    EXPECT_FALSE(timely({}, now.seconds - 11));
}

TEST(RequestSignature, ASignedDateIsAtMostFiveMinutesOff)
{
    const auto timely = [](std::string_view date, std::int64_t off) {
        return is_timely({.key_id = {}, .value = {}, .covered = {"date"}}, request({{"Date", date}}),
                         {now.seconds + off});
    };
    EXPECT_TRUE(timely("Sun, 06 Nov 1994 08:49:37 GMT", 0));
    EXPECT_TRUE(timely("Sun, 06 Nov 1994 08:49:37 GMT", 300));
    EXPECT_TRUE(timely("Sun, 06 Nov 1994 08:49:37 GMT", -300));
    EXPECT_FALSE(timely("Sun, 06 Nov 1994 08:49:37 GMT", 301));
    EXPECT_FALSE(timely("Sun, 06 Nov 1994 08:49:37 GMT", -301));
    EXPECT_FALSE(timely("yesterday", 0));
    EXPECT_FALSE(is_timely({.key_id = {}, .value = {}, .covered = {"date"}}, request({}), now));
    EXPECT_TRUE(is_timely({.key_id = {}, .value = {}, .covered = {"host"}},
                          request({{"Date", "Sun, 06 Nov 1994 08:49:37 GMT"}}), {0}))
        << "a Date that is not signed says nothing";
}

TEST(RequestSignature, ASignedDigestFitsTheBody)
{
    const auto fits = [](std::string_view digest, std::string_view body) {
        auto sent = request({{"Digest", digest}});
        sent.body = body;
        return has_signed_body({.key_id = {}, .value = {}, .covered = {"digest"}}, sent);
    };
    constexpr auto sha256 = "SHA-256=ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="; // of "abc"
    constexpr auto both = "sha-256=ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=, "
                          "MD5=kAFQmDzST7DWlj99KOF/cg==,SHA-512=3a81oZNherrMQXNJriBBMRLm+"
                          "k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw==";
    EXPECT_TRUE(fits(sha256, "abc"));
    EXPECT_TRUE(fits(both, "abc"));
    EXPECT_FALSE(fits(sha256, "abd"));
    EXPECT_FALSE(fits(both, ""));
    EXPECT_FALSE(fits("MD5=kAFQmDzST7DWlj99KOF/cg==", "abc")) << "nobody relies on MD5";
    EXPECT_FALSE(fits("", "abc"));
    EXPECT_FALSE(fits("SHA-256", "abc"));
    EXPECT_FALSE(fits("SHA-256=ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=,SHA-512=AAAA", "abc"));
}

TEST(RequestSignature, ABodyThatIsReadAsItComesCannotBeChecked)
{
    struct Reader : http::BodyReader {
        std::size_t read(std::span<char>) override { return 0; }
    } reader;
    auto sent = request({{"Digest", "SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="}});
    EXPECT_TRUE(has_signed_body({.key_id = {}, .value = {}, .covered = {"digest"}}, sent));
    sent.stream = &reader;
    EXPECT_FALSE(has_signed_body({.key_id = {}, .value = {}, .covered = {"digest"}}, sent));
    EXPECT_TRUE(has_signed_body({.key_id = {}, .value = {}, .covered = {"date"}}, sent));
}

TEST(RequestSignature, OnlyAFingerprintIsLookedUp)
{
    EXPECT_TRUE(looks_like_fingerprint("SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"));
    for (const auto text :
         {"", "ann", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", "SHA256:none",
          "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSu' "})
        EXPECT_FALSE(looks_like_fingerprint(text)) << text;
}

} // namespace
} // namespace cairn::accounts
