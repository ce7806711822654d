#include "import/git_folder.hpp"

#include <gtest/gtest.h>

namespace cairn::import {
namespace {

TEST(LinkRules, AProtectedSystemLinksOnesOwnFilesAndThoseThatOneMayWrite)
{
    const LinkRules rules{.device = 7, .user = 1000, .any_owner = false};
    EXPECT_TRUE(rules.allow(7, 1000, false));
    EXPECT_TRUE(rules.allow(7, 33, true));
    EXPECT_FALSE(rules.allow(7, 33, false));
    EXPECT_FALSE(rules.allow(8, 1000, true));
    const LinkRules open{.device = 7, .user = 1000, .any_owner = true};
    EXPECT_TRUE(open.allow(7, 33, false));
    EXPECT_FALSE(open.allow(8, 33, false));
}

TEST(LinkRules, AFolderThatIsNotMadeYetIsOnTheDiskOfTheOneAbove)
{
    EXPECT_EQ(LinkRules::of("/tmp/is/not/there").device, LinkRules::of("/tmp").device);
    EXPECT_FALSE(LinkRules::of("/tmp").allow("/tmp/is/not/there"));
}

} // namespace
} // namespace cairn::import
