#include "http/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>

namespace cairn::http {

TEST(WorkerPool, DoesEverythingBeforeItEnds)
{
    std::atomic<int> done = 0;
    {
        WorkerPool pool(4, 10'000);
        for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(pool.submit([&] { ++done; }));
    }
    EXPECT_EQ(done, 10'000);
}

TEST(WorkerPool, LongJobsGetAllItsThreads)
{
    WorkerPool pool(8, 100);
    for (int round = 0; round < 3; ++round) {
        std::latch all_there(8); // would never open if one thread waited for another's job
        std::latch ended(8);
        for (int i = 0; i < 8; ++i)
            pool.submit([&] {
                all_there.arrive_and_wait();
                ended.count_down();
            });
        ended.wait();
    }
}

TEST(WorkerPool, RefusesWhatWouldWaitTooLong)
{
    WorkerPool pool(2, 3);
    std::latch go_on(1);
    int accepted = 0;
    while (pool.submit([&] { go_on.wait(); })) ++accepted;
    EXPECT_EQ(accepted, 5); // two at work and three waiting, however far the threads have come
    EXPECT_TRUE(pool.submit([] { }, WorkerPool::Room::always));
    EXPECT_FALSE(pool.submit([] { }));
    go_on.count_down();
}

TEST(WorkerPool, WithoutAQueueTakesWhatAThreadIsFreeFor)
{
    WorkerPool pool(1, 0);
    std::latch done(1);
    EXPECT_TRUE(pool.submit([&] { done.count_down(); }));
    done.wait();
}

} // namespace cairn::http
