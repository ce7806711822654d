#include "base/household.hpp"

#include <gtest/gtest.h>

namespace cairn {

namespace {

TEST(Household, HasAWholeNetworkOfIpVersion6)
{
    EXPECT_EQ(Household("2001:db8::1").key(), Household("2001:db8::2").key());
    EXPECT_NE(Household("2001:db8::1").key(), Household("2001:db8:0:1::1").key());
}

TEST(Household, IsOneHoweverAClientOfVersion4Came)
{
    EXPECT_EQ(Household("192.0.2.1").key(), Household("::ffff:192.0.2.1").key());
    EXPECT_NE(Household("192.0.2.1").key(), Household("::ffff:192.0.2.2").key());
}

TEST(Household, IsThisMachine)
{
    for (const auto* address : {"127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"})
        EXPECT_TRUE(Household(address).is_loopback()) << address;
    for (const auto* address : {"128.0.0.1", "::2", "::ffff:128.0.0.1", "", "localhost"})
        EXPECT_FALSE(Household(address).is_loopback()) << address;
}

TEST(Household, OfWhatIsNoAddressIsTheTextItself)
{
    EXPECT_EQ(Household("pipe").key(), "pipe");
    EXPECT_EQ(Household("").key(), "");
}

} // namespace

} // namespace cairn
