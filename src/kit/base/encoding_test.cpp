#include "base/encoding.hpp"

#include <gtest/gtest.h>

#include <random>

namespace cairn {
namespace {

std::string every_byte()
{
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
    return bytes;
}

TEST(Encoding, HexIsWrittenInLowerCaseAndReadInEither)
{
    EXPECT_EQ(hex_encode(std::string_view("\x00\xAB\xFF", 3)), "00abff");
    EXPECT_EQ(hex_decode("00aBFf"), std::string("\x00\xAB\xFF", 3));
    EXPECT_EQ(hex_decode(""), "");
    EXPECT_EQ(hex_decode(hex_encode(every_byte())), every_byte());
    for (const std::string_view bad : {"0", "0g", " 00", "00 ", "0x00", "000"}) EXPECT_FALSE(hex_decode(bad)) << bad;
}

// The vectors of RFC 4648, section 10.
TEST(Encoding, TheVectorsOfTheStandardHold)
{
    struct Vector {
        std::string_view bytes, base64, base64_unpadded, base32;
    };
    for (const auto& v :
         {Vector{"", "", "", ""}, Vector{"f", "Zg==", "Zg", "MY"}, Vector{"fo", "Zm8=", "Zm8", "MZXQ"},
          Vector{"foo", "Zm9v", "Zm9v", "MZXW6"}, Vector{"foob", "Zm9vYg==", "Zm9vYg", "MZXW6YQ"},
          Vector{"fooba", "Zm9vYmE=", "Zm9vYmE", "MZXW6YTB"}, Vector{"foobar", "Zm9vYmFy", "Zm9vYmFy", "MZXW6YTBOI"}}) {
        EXPECT_EQ(base64_encode(v.bytes), v.base64);
        EXPECT_EQ(base64_decode(v.base64), v.bytes);
        EXPECT_EQ(base64_encode(v.bytes, Base64::url), v.base64_unpadded);
        EXPECT_EQ(base64_decode(v.base64_unpadded, Base64::url), v.bytes);
        EXPECT_EQ(base32_encode(v.bytes), v.base32);
        EXPECT_EQ(base32_decode(v.base32), v.bytes);
    }
    EXPECT_EQ(base32_encode("foobar", Base32::lower), "mzxw6ytboi");
    EXPECT_EQ(base32_decode("mzxw6ytboi"), "foobar");
}

TEST(Encoding, AlphabetsDoNotMix)
{
    EXPECT_EQ(base64_encode("\xFB\xFF"), "+/8=");
    EXPECT_EQ(base64_encode("\xFB\xFF", Base64::standard_unpadded), "+/8");
    EXPECT_EQ(base64_encode("\xFB\xFF", Base64::url), "-_8");
    EXPECT_EQ(base64_encode("\xFB\xFF", Base64::url_padded), "-_8=");
    EXPECT_FALSE(base64_decode("-_8="));
    EXPECT_FALSE(base64_decode("+/8", Base64::url));
}

TEST(Encoding, BytesHaveOneSpelling)
{
    for (const std::string_view bad : {"Zg", "Zg=", "Zg===", "Zm8==", "Z", "====", "=",
                                       "Zh==", "Zm9=", "Z g=", "Zg==\n", "Zg==Zg==", "Zm9v=", "Zm9v====", "\xC3\xA9=="})
        EXPECT_FALSE(base64_decode(bad)) << bad;
    for (const std::string_view bad : {"Z", "Zg==", "Zh", "Zm9", "Zm9vY"})
        EXPECT_FALSE(base64_decode(bad, Base64::url)) << bad;
    for (const std::string_view bad : {"M", "MZ", "MZXQ====", "MZX", "M1", "MZXW6YT"})
        EXPECT_FALSE(base32_decode(bad)) << bad;
}

TEST(Encoding, EverythingComesBack)
{
    std::mt19937 random(4648);
    for (std::size_t length = 0; length < 300; ++length) {
        std::string bytes;
        for (std::size_t i = 0; i < length; ++i) bytes += static_cast<char>(random());
        for (const auto form : {Base64::standard, Base64::standard_unpadded, Base64::url, Base64::url_padded})
            EXPECT_EQ(base64_decode(base64_encode(bytes, form), form), bytes);
        EXPECT_EQ(base32_decode(base32_encode(bytes, Base32::lower)), bytes);
        EXPECT_EQ(hex_decode(hex_encode(bytes)), bytes);
    }
}

} // namespace
} // namespace cairn
