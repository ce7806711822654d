#include "crypto/imported_secret.hpp"

#include <gtest/gtest.h>

namespace cairn::crypto {
namespace {

// Made as those servers make them, with the key "old secret".
constexpr std::string_view sealed_totp = "AAECAwQFBgcICQoLDA0ODzICbj3QEK5X57T5y7nT3Z50vUJDijQteQ==";
constexpr std::string_view sealed_header = "000102030405060708090a0b0c0d0e0f3d322a8eff95f43b8a8ada66b64360fb";

TEST(ImportedSecretTest, OpensWhatTheOtherServersSealed)
{
    EXPECT_EQ(open_imported_totp("old secret", sealed_totp), "JBSWY3DPEHPK3PXP");
    EXPECT_EQ(open_imported_secret("old secret", sealed_header), "Bearer abc");
}

TEST(ImportedSecretTest, OpensNothingWithAnotherKey)
{
    EXPECT_FALSE(open_imported_totp("another", sealed_totp));
    EXPECT_FALSE(open_imported_secret("another", sealed_header));
    EXPECT_FALSE(open_imported_secret("", sealed_header));
}

TEST(ImportedSecretTest, OpensNothingThatIsNone)
{
    for (const std::string_view nonsense : {"", "AAAA", "no base64 at all", "AAECAwQFBgcICQoLDA0ODw==", "00", "zz"}) {
        EXPECT_FALSE(open_imported_totp("old secret", nonsense)) << nonsense;
        EXPECT_FALSE(open_imported_secret("old secret", nonsense)) << nonsense;
    }
}

} // namespace
} // namespace cairn::crypto
