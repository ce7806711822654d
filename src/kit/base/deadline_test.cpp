#include "base/deadline.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace cairn {

namespace {

using namespace std::chrono_literals;

bool lasts_a_while()
{
    for (int i = 0; i < 1000; ++i)
        if (!Deadline::is_ahead()) return false;
    return true;
}

TEST(Deadline, WithoutOneThereIsTime) { EXPECT_TRUE(lasts_a_while()); }

TEST(Deadline, EndsWithItsTimeAndStaysSo)
{
    const Deadline deadline(1ms);
    std::this_thread::sleep_for(2ms);
    EXPECT_FALSE(lasts_a_while());
    EXPECT_FALSE(Deadline::is_ahead());
    EXPECT_EQ(Deadline::check().error().code, Errc::too_large);
}

TEST(Deadline, EndsWhenNobodyWaits)
{
    bool there = true;
    const Deadline deadline(1h, [&] { return there; });
    EXPECT_TRUE(lasts_a_while());
    there = false;
    std::this_thread::sleep_for(110ms);
    EXPECT_FALSE(lasts_a_while());
}

TEST(Deadline, OfAnInnerOneGoesWithIt)
{
    const Deadline outer(1h);
    {
        const Deadline inner(0ms);
        EXPECT_FALSE(lasts_a_while());
    }
    EXPECT_TRUE(lasts_a_while());
}

} // namespace

} // namespace cairn
