#include "accounts/sign_in/semaphore.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

TEST(Semaphore, AStrangersFirstComesBeforeAnothersSecond)
{
    Semaphore slots(1, 8);
    Semaphore::Slot held = slots.enter_unless_crowded({.address = 1, .name = 1});
    std::vector<int> order;
    {
        std::vector<std::jthread> waiters;
        const auto come = [&](std::uint64_t address, std::uint64_t name, int number) {
            waiters.emplace_back([&, address, name, number] {
                const Semaphore::Slot slot = slots.enter_unless_crowded({.address = address, .name = name});
                order.push_back(number);
            });
            while (slots.waiting() != waiters.size()) std::this_thread::yield();
        };
        come(1, 2, 1); // the same address
        come(1, 3, 2);
        come(2, 1, 3); // the same name
        come(3, 4, 4); // somebody else
        held.reset();
    }
    EXPECT_EQ(order.front(), 1); // nobody is inside any more
    EXPECT_LT(std::ranges::find(order, 4), std::ranges::find(order, 2));
}

TEST(Semaphore, WhoHasAskedForTheMostMakesRoom)
{
    Semaphore slots(1, 2);
    Semaphore::Slot held = slots.enter_unless_crowded({.address = 1});
    std::atomic<int> sent_away = 0, served = 0;
    {
        std::vector<std::jthread> waiters;
        const auto come = [&](std::uint64_t address) {
            waiters.emplace_back([&, address] {
                if (slots.enter_unless_crowded({.address = address})) ++served;
                else ++sent_away;
            });
        };
        come(1);
        while (slots.waiting() != 1) std::this_thread::yield();
        come(1);
        while (slots.waiting() != 2) std::this_thread::yield();
        EXPECT_FALSE(slots.enter_unless_crowded({.address = 1}));
        come(2);
        while (sent_away == 0) std::this_thread::yield();
        held.reset();
    }
    EXPECT_EQ(sent_away, 1);
    EXPECT_EQ(served, 2);
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
