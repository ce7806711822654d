#include "accounts/sign_in/semaphore.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

namespace cairn::accounts {
namespace {

TEST(Semaphore, NobodyWaitsWhereNobodyMay)
{
    Semaphore slots(2, 0);
    Semaphore::Slot first = slots.enter_unless_crowded();
    Semaphore::Slot second = slots.enter_unless_crowded();
    EXPECT_TRUE(first);
    EXPECT_TRUE(second);
    EXPECT_FALSE(slots.enter_unless_crowded());
    first.reset();
    EXPECT_TRUE(slots.enter_unless_crowded());
}

TEST(Semaphore, WhoCameFirstIsNext)
{
    Semaphore slots(1, 4);
    Semaphore::Slot held = slots.enter();
    std::vector<int> order; // written by whoever has the only slot
    {
        std::vector<std::jthread> waiters;
        for (int i = 0; i < 4; ++i) {
            waiters.emplace_back([&, i] {
                const Semaphore::Slot slot = slots.enter_unless_crowded();
                order.push_back(i);
            });
            while (slots.waiting() != waiters.size()) std::this_thread::yield();
        }
        EXPECT_FALSE(slots.enter_unless_crowded());
        EXPECT_TRUE(order.empty());
        held.reset();
    }
    EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(slots.waiting(), 0U);
    EXPECT_TRUE(slots.enter_unless_crowded());
}

TEST(Semaphore, NeverMoreAtOnceThanThereAreSlots)
{
    Semaphore slots(3, 100);
    std::atomic<int> inside = 0, most = 0;
    {
        std::array<std::jthread, 8> threads;
        for (std::jthread& thread : threads)
            thread = std::jthread([&] {
                for (int i = 0; i < 500; ++i) {
                    const Semaphore::Slot slot = slots.enter();
                    const int now = ++inside;
                    for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) { }
                    std::this_thread::yield();
                    --inside;
                }
            });
    }
    EXPECT_GT(most, 1);
    EXPECT_LE(most, 3);
    EXPECT_EQ(inside, 0);
}

} // namespace
} // namespace cairn::accounts
