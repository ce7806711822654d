#include "crypto/sealed_text.hpp"

#include <gtest/gtest.h>

namespace cairn::crypto {
namespace {

TEST(SealedTextTest, OpensToWhatWasSealed)
{
    const Sealer sealer("the site's secret", "tests");
    for (const std::string& plain : {std::string(), std::string("a"), std::string("\0\xff", 2), std::string(5000, 'x')})
        EXPECT_EQ(sealer.open(sealer.seal(plain, "7"), "7"), plain);
}

TEST(SealedTextTest, DoesNotShowWhatIsInsideAndIsNeverTheSameTwice)
{
    const Sealer sealer("secret", "tests");
    const auto sealed = sealer.seal("visible?", "7");
    EXPECT_EQ(sealed.find("visible"), sealed.npos);
    EXPECT_NE(sealed, sealer.seal("visible?", "7"));
}

TEST(SealedTextTest, OpensOnlyForItsSecretPurposeAndContext)
{
    const auto sealed = Sealer("secret", "tests").seal("text", "7");
    EXPECT_FALSE(Sealer("other", "tests").open(sealed, "7"));
    EXPECT_FALSE(Sealer("secret", "others").open(sealed, "7"));
    EXPECT_FALSE(Sealer("secret", "tests").open(sealed, "8"));
}

TEST(SealedTextTest, EveryChangedCharacterShows)
{
    const Sealer sealer("secret", "tests");
    const auto sealed = sealer.seal("text", "7");
    for (std::size_t at = 0; at < sealed.size(); ++at) {
        auto changed = sealed;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        EXPECT_FALSE(sealer.open(changed, "7")) << at;
        EXPECT_FALSE(sealer.open(sealed.substr(0, at), "7")) << at;
    }
    EXPECT_FALSE(sealer.open(sealed + "AAAA", "7"));
}

} // namespace
} // namespace cairn::crypto
