#include "base/turns.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/slots.hpp"

namespace cairn {

TEST(Turns, SomebodysTenthWaitsForAnothersFirst)
{
    Turns<int> turns(1);
    for (int i = 0; i < 3; ++i) turns.add(7, 70 + i);
    turns.add(8, 80);
    turns.add(9, 90);
    std::vector<int> order;
    while (auto begun = turns.begin()) {
        EXPECT_FALSE(turns.has_next()); // there is one place
        order.push_back(begun->thing);
        turns.end(begun->place);
    }
    EXPECT_EQ(order, (std::vector{70, 80, 90, 71, 72}));
    EXPECT_EQ(turns.waiting(), 0);
}

TEST(Turns, ThereIsAlwaysAPlaceForWhoComesNext)
{
    Turns<int> turns(8);
    for (int i = 0; i < 20; ++i) turns.add(7, i);
    int begun = 0;
    while (turns.begin()) ++begun;
    EXPECT_EQ(begun, 6);
    turns.add(8, 0);
    EXPECT_TRUE(turns.begin());
    turns.add(9, 0);
    EXPECT_TRUE(turns.begin());
    EXPECT_FALSE(turns.has_next());
    EXPECT_EQ(turns.waiting(7), 14);
}

TEST(Turns, WhoGivesUpIsForgotten)
{
    Turns<int> turns(1);
    turns.add(7, 1);
    turns.add(7, 2);
    turns.remove(7, 1);
    EXPECT_EQ(turns.begin()->thing, 2);
    turns.add(8, 3);
    turns.remove(8, 3);
    turns.remove(9, 3);
    EXPECT_EQ(turns.waiting(), 0);
}

TEST(Slots, AreSharedByWhoIsWorkedFor)
{
    using namespace std::chrono_literals;
    Slots slots(4);
    std::vector<Slots::Slot> taken;
    {
        const WorkFor whose(7);
        while (auto slot = slots.enter(1ms)) taken.push_back(std::move(*slot));
        EXPECT_EQ(taken.size(), 3);
    }
    const WorkFor whose(8);
    auto last = slots.enter(1ms);
    ASSERT_TRUE(last);
    EXPECT_EQ(slots.enter(1ms).error().code, Errc::unavailable);
    std::thread other([&] {
        const WorkFor him(9);
        EXPECT_TRUE(slots.enter(10s));
    });
    taken.clear();
    other.join();
}

} // namespace cairn
