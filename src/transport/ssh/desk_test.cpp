#include "ssh/desk.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace cairn::ssh {

namespace {

TEST(Desk, AnswersOnAnotherThread)
{
    Desk desk(2);
    EXPECT_EQ(desk.ask([] { return 7; }), 7);
    EXPECT_NE(desk.ask([] { return std::this_thread::get_id(); }), std::this_thread::get_id());
    EXPECT_THROW(desk.ask([]() -> int { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_EQ(desk.ask([] { return std::string("still there"); }), "still there");
}

TEST(Desk, ManyAskAtOnce)
{
    Desk desk(2);
    std::vector<std::jthread> people;
    std::atomic<int> sum = 0;
    for (int i = 1; i <= 50; ++i) people.emplace_back([&, i] { sum += desk.ask([i] { return i; }); });
    people.clear();
    EXPECT_EQ(sum, 1275);
}

} // namespace

} // namespace cairn::ssh
