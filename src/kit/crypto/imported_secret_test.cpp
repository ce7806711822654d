#include "crypto/imported_secret.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"

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

TEST(ImportedSecretTest, OpensWhatIsBoundToItsRowThereAndNowhereElse)
{
    // Made by that server itself.
    const auto sealed = hex_decode("fc8e327bef36c8a85b65b9d45e44b4938e389ab78e4eb54c"
                                   "993dedf5976843528eb440687538ea5c3c0e52206397ce79");
    ASSERT_TRUE(sealed);
    const BoundTo row{.purpose = "totp", .column = "secret", .id = 7};
    EXPECT_EQ(open_bound_secret("old secret", row, *sealed), "JBSWY3DP");
    EXPECT_FALSE(open_bound_secret("another", row, *sealed));
    EXPECT_FALSE(open_bound_secret("old secret", {.purpose = "totp", .column = "secret", .id = 8}, *sealed));
    EXPECT_FALSE(open_bound_secret("old secret", {.purpose = "totp", .column = "data", .id = 7}, *sealed));
    EXPECT_FALSE(open_bound_secret("old secret", {.purpose = "action_secret", .column = "secret", .id = 7}, *sealed));
    for (std::size_t size = 0; size < sealed->size(); ++size)
        EXPECT_FALSE(open_bound_secret("old secret", row, sealed->substr(0, size))) << size;
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
