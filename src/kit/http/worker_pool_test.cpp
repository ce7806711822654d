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
    // They would never open if one thread waited for another's job.
    std::latch all_there[]{std::latch(8), std::latch(8), std::latch(8)};
    std::latch ended[]{std::latch(8), std::latch(8), std::latch(8)};
    WorkerPool pool(8, 100);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 8; ++i)
            pool.submit([&, round] {
                all_there[round].arrive_and_wait();
                ended[round].count_down();
            });
        ended[round].wait();
    }
}

TEST(WorkerPool, RefusesWhatWouldWaitTooLong)
{
    std::latch go_on(1); // outlives the threads that wait for it
    WorkerPool pool(2, 3);
    int accepted = 0;
    while (pool.submit([&] { go_on.wait(); })) ++accepted;
    EXPECT_EQ(accepted, 5); // two at work and three waiting, however far the threads have come
    EXPECT_TRUE(pool.submit([] { }, WorkerPool::Room::always));
    EXPECT_FALSE(pool.submit([] { }));
    go_on.count_down();
}

TEST(WorkerPool, WithoutAQueueTakesWhatAThreadIsFreeFor)
{
    std::latch done(1);
    WorkerPool pool(1, 0);
    EXPECT_TRUE(pool.submit([&] { done.count_down(); }));
    done.wait();
}

} // namespace cairn::http
