#include "http/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <mutex>
#include <vector>

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

TEST(WorkerPool, ClientsTakeTurns)
{
    std::latch go_on(1);
    std::mutex mutex;
    std::vector<int> order;
    {
        WorkerPool pool(1, 100);
        pool.submit([&] { go_on.wait(); });
        const auto come = [&](WorkerPool::Client client, int number) {
            pool.submit(
                [&, number] {
                    const std::scoped_lock lock(mutex);
                    order.push_back(number);
                },
                WorkerPool::Room::limited, client);
        };
        for (int i = 0; i < 10; ++i) come(7, 10 + i);
        come(8, 20);
        come(9, 30);
        go_on.count_down();
    }
    EXPECT_EQ(order, (std::vector<int>{10, 20, 30, 11, 12, 13, 14, 15, 16, 17, 18, 19}));
}

TEST(WorkerPool, NobodyTakesTheLastThread)
{
    std::latch go_on(1);
    std::latch there(6);
    WorkerPool pool(8, 100);
    std::atomic<int> begun = 0;
    for (int i = 0; i < 20; ++i)
        pool.submit(
            [&] {
                if (++begun <= 6) there.count_down();
                go_on.wait();
            },
            WorkerPool::Room::limited, 7);
    there.wait();
    std::latch others(3);
    for (WorkerPool::Client client : {8U, 9U})
        pool.submit(
            [&] {
                others.count_down();
                if (client == 8) go_on.wait();
            },
            WorkerPool::Room::limited, client);
    pool.submit([&] { others.count_down(); });
    others.wait();
    EXPECT_EQ(begun, 6);
    go_on.count_down();
}

TEST(WorkerPool, OneClientDoesNotFillTheQueue)
{
    std::latch go_on(1);
    WorkerPool pool(1, 10);
    pool.submit([&] { go_on.wait(); });
    int accepted = 0;
    while (pool.submit([] { }, WorkerPool::Room::limited, 7)) ++accepted;
    EXPECT_LE(accepted, 6);
    EXPECT_TRUE(pool.submit([] { }, WorkerPool::Room::limited, 8));
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
