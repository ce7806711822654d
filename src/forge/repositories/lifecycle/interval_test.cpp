#include "repositories/lifecycle/interval.hpp"

#include <gtest/gtest.h>

namespace cairn::repositories {

TEST(IntervalTest, ReadsWhatClientsWrite)
{
    EXPECT_EQ(parse_interval("8h0m0s"), 8 * 3600);
    EXPECT_EQ(parse_interval("12h"), 12 * 3600);
    EXPECT_EQ(parse_interval("1h30m"), 5400);
    EXPECT_EQ(parse_interval("1.5h"), 5400);
    EXPECT_EQ(parse_interval("90s"), 90);
    EXPECT_EQ(parse_interval("0"), 0);
    EXPECT_EQ(parse_interval("0s"), 0);
    EXPECT_EQ(parse_interval("500ms"), 0);
}

TEST(IntervalTest, RefusesWhatIsNone)
{
    for (const auto* text : {"", "soon", "8", "h", "-1h", "1d", "1h ", "1e9h", ".h", "999999999h", "1..5h"})
        EXPECT_EQ(parse_interval(text), std::nullopt) << text;
}

TEST(IntervalTest, WritesAllThatIsSmallerThanItsLargestUnit)
{
    EXPECT_EQ(show_interval(0), "0s");
    EXPECT_EQ(show_interval(45), "45s");
    EXPECT_EQ(show_interval(600), "10m0s");
    EXPECT_EQ(show_interval(8 * 3600), "8h0m0s");
    EXPECT_EQ(show_interval(24 * 3600 + 61), "24h1m1s");
}

} // namespace cairn::repositories
