#include "identity/dpop.hpp"

#include <gtest/gtest.h>

namespace cairn::identity {

TEST(SeenProofs, AreGoodOnceUntilTheyExpire)
{
    SeenProofs seen;
    EXPECT_TRUE(seen.add("a", Time{1000}, Time{1360}));
    EXPECT_FALSE(seen.add("a", Time{1001}, Time{1361}));
    EXPECT_TRUE(seen.add("b", Time{1001}, Time{1361}));
    EXPECT_FALSE(seen.add("a", Time{1359}, Time{1719}));
    EXPECT_FALSE(seen.add("b", Time{1360}, Time{1720}));
    EXPECT_TRUE(seen.add("a", Time{1360}, Time{1720}));
    EXPECT_FALSE(seen.add("a", Time{1361}, Time{1721}));
}

TEST(SeenProofs, AreRememberedWhileOthersComeAndGo)
{
    SeenProofs seen;
    for (std::int64_t now = 1000; now < 3000; ++now) {
        ASSERT_TRUE(seen.add("p" + std::to_string(now), Time{now}, Time{now + 360}));
        if (now > 1100) { ASSERT_FALSE(seen.add("p" + std::to_string(now - 100), Time{now}, Time{now + 360})) << now; }
    }
}

TEST(SeenProofs, TakeNoMoreThanTheirPlace)
{
    SeenProofs seen;
    for (std::size_t i = 0; i < SeenProofs::most_kept + 10; ++i)
        ASSERT_TRUE(seen.add(std::to_string(i), Time{1000}, Time{1360}));
    EXPECT_TRUE(seen.add("0", Time{1000}, Time{1360})); // forgotten
    EXPECT_FALSE(seen.add(std::to_string(SeenProofs::most_kept), Time{1000}, Time{1360}));
}

TEST(Dpop, KnowsWhatCanBeAThumbprint)
{
    EXPECT_TRUE(is_thumbprint("NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"));
    EXPECT_FALSE(is_thumbprint("NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9X"));
    EXPECT_FALSE(is_thumbprint(""));
    EXPECT_FALSE(is_thumbprint("***"));
}

} // namespace cairn::identity
