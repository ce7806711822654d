#include "crypto/digest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/encoding.hpp"

namespace cairn::crypto {
namespace {

std::string hex(const Digest<32>& digest)
{
    return hex_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

TEST(Digest, NothingAndAbcHaveThePublishedDigests) // FIPS 180-4, RFC 1321
{
    EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha512_hex("abc"),
              "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
              "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
    EXPECT_EQ(sha1_hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(md5_hex(""), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(md5_hex("abc"), "900150983cd24fb0d6963f7d28e17f72");
}

TEST(Digest, AContextIsCleanAfterAnyLength)
{
    const std::string million(1'000'000, 'a');
    EXPECT_EQ(sha256_hex(million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, ThreadsDoNotDisturbEachOther)
{
    std::array<int, 4> wrong{};
    {
        std::array<std::jthread, wrong.size()> threads;
        for (std::size_t i = 0; i < threads.size(); ++i) {
            const std::string input(100 * i, 'a');
            threads[i] = std::jthread([input, expected = sha256(input), &mistakes = wrong[i]] {
                for (int round = 0; round < 2000; ++round) mistakes += sha256(input) != expected;
            });
        }
    }
    EXPECT_THAT(wrong, testing::Each(0));
}

TEST(Hmac, HasTheCodesOfRfc4231)
{
    EXPECT_EQ(hex(hmac_sha256(std::string(20, '\x0b'), "Hi There")),
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    EXPECT_EQ(hex(hmac_sha256("Jefe", "what do ya want for nothing?")),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    EXPECT_EQ(hex(hmac_sha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First")),
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Hmac, PiecesAreOneMessage)
{
    const std::array<std::string_view, 4> pieces{"what do ya ", "", "want ", "for nothing?"};
    EXPECT_EQ(hmac_sha256("Jefe", pieces), hmac_sha256("Jefe", "what do ya want for nothing?"));
}

TEST(ConstantTime, EqualIsEqualAndNothingElse)
{
    EXPECT_TRUE(equal_in_constant_time("", ""));
    EXPECT_TRUE(equal_in_constant_time("secret", std::string("secret")));
    EXPECT_FALSE(equal_in_constant_time("secret", "secreT"));
    EXPECT_FALSE(equal_in_constant_time("secret", "Secret"));
    EXPECT_FALSE(equal_in_constant_time("secret", "secret "));
    EXPECT_FALSE(equal_in_constant_time(std::string_view("a\0b", 3), std::string_view("a\0c", 3)));
}

std::string hmac_sha1_hex(std::string_view key, std::string_view data)
{
    const auto digest = hmac_sha1(key, data);
    return hex_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

TEST(HmacSha1, HasTheCodesOfRfc2202)
{
    EXPECT_EQ(hmac_sha1_hex(std::string(20, '\x0b'), "Hi There"), "b617318655057264e28bc0b6fb378c8ef146be00");
    EXPECT_EQ(hmac_sha1_hex("Jefe", "what do ya want for nothing?"), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
    EXPECT_EQ(hmac_sha1_hex(std::string(80, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
              "aa4ae5e15272d00e95705637ce8a3b55ed402112");
}

} // namespace
} // namespace cairn::crypto
