#include "ssh/executor.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cairn::ssh {

namespace {

TEST(Executor, AnswersOnAnotherThread)
{
    Executor executor(2);
    EXPECT_EQ(executor.ask([] { return 7; }), 7);
    EXPECT_NE(executor.ask([] { return std::this_thread::get_id(); }), std::this_thread::get_id());
    EXPECT_THROW(executor.ask([]() -> int { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_EQ(executor.ask([] { return std::string("still there"); }), "still there");
}

TEST(Executor, ManyAskAtOnce)
{
    Executor executor(2);
    std::vector<std::jthread> people;
    std::atomic<int> sum = 0;
    for (int i = 1; i <= 50; ++i) people.emplace_back([&, i] { sum += executor.ask([i] { return i; }); });
    people.clear();
    EXPECT_EQ(sum, 1275);
}

} // namespace

} // namespace cairn::ssh
