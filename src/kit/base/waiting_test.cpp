#include "base/waiting.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace cairn {

TEST(Waiting, IsRefusedToAThreadInHurryAndToNoOther)
{
    before_waiting();
    const InHurry hurry(true);
    EXPECT_THROW(before_waiting(), WouldWait);
    std::jthread([] { before_waiting(); }).join();
}

TEST(Waiting, IsAllowedAgainWhenTheHurryIsOver)
{
    const InHurry outer(true);
    {
        const InHurry inner(false);
        before_waiting();
    }
    EXPECT_TRUE(InHurry::here());
    EXPECT_THROW(before_waiting(), WouldWait);
}

} // namespace cairn
