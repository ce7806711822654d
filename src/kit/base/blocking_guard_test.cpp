#include "base/blocking_guard.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace cairn {

TEST(Waiting, IsRefusedToAThreadInHurryAndToNoOther)
{
    before_blocking();
    const MustNotBlock hurry(true);
    EXPECT_THROW(before_blocking(), WouldBlock);
    std::jthread([] { before_blocking(); }).join();
}

TEST(Waiting, IsAllowedAgainWhenTheHurryIsOver)
{
    const MustNotBlock outer(true);
    {
        const MustNotBlock inner(false);
        before_blocking();
    }
    EXPECT_TRUE(MustNotBlock::here());
    EXPECT_THROW(before_blocking(), WouldBlock);
}

} // namespace cairn
