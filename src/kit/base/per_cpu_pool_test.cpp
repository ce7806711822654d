#include "base/per_cpu_pool.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace cairn {

namespace {

void move_to(int processor)
{
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    ASSERT_EQ(sched_setaffinity(0, sizeof only, &only), 0);
}

class NearestTest : public testing::Test {
protected:
    NearestTest()
    {
        sched_getaffinity(0, sizeof before_, &before_);
        for (int processor = 0; processor < CPU_SETSIZE; ++processor)
            if (CPU_ISSET(processor, &before_)) processors.push_back(processor);
    }
    ~NearestTest() override { sched_setaffinity(0, sizeof before_, &before_); }

    std::vector<int> processors;

private:
    cpu_set_t before_{};
};

TEST_F(NearestTest, LendsWhatWasUsedHere)
{
    if (processors.size() < 2) GTEST_SKIP() << "there is only one processor";
    PerCpuPool<std::unique_ptr<int>> things;
    EXPECT_FALSE(things.take_any());
    move_to(processors[0]);
    things.give_back(std::make_unique<int>(1));
    move_to(processors[1]);
    EXPECT_FALSE(things.take_near());
    things.give_back(std::make_unique<int>(2));

    move_to(processors[0]);
    EXPECT_EQ(**things.take_near(), 1);
    EXPECT_FALSE(things.take_near());
    EXPECT_EQ(**things.take_any(), 2);
    EXPECT_FALSE(things.take_any());
}

} // namespace

} // namespace cairn
