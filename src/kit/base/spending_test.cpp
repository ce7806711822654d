#include "base/spending.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace cairn {

using std::chrono::milliseconds;

TEST(Spent, KeepsTheSlowestStatements)
{
    Spent spent;
    for (const int time : {30, 5, 60, 20, 50, 40}) spent.add_statement(std::to_string(time), milliseconds(time));
    EXPECT_EQ(spent.statements, 6U);
    EXPECT_EQ(spent.database, milliseconds(205));
    ASSERT_EQ(spent.slowest.size(), 3U);
    EXPECT_EQ(spent.slowest[0].text, "60");
    EXPECT_EQ(spent.slowest[1].text, "50");
    EXPECT_EQ(spent.slowest[2].text, "40");
}

TEST(Spent, WhatIsNotSlowIsNotKept)
{
    Spent spent;
    spent.add_statement("SELECT 1", milliseconds(19));
    EXPECT_TRUE(spent.slowest.empty());
    EXPECT_EQ(spent.statements, 1U);
}

TEST(Spending, IsItsThreads)
{
    Spent spent;
    {
        const Spending spending(&spent);
        std::thread([] { const StatementWatch watch("elsewhere"); }).join();
        const StatementWatch watch("here");
    }
    const StatementWatch watch("afterwards");
    EXPECT_EQ(spent.statements, 1U);
}

TEST(Spending, WhatIsInsideOfAnotherIsCountedOnce)
{
    Spent spent;
    const Spending spending(&spent);
    const auto began = std::chrono::steady_clock::now();
    {
        const SpendingWatch all(&Spent::database, "all", {});
        const StatementWatch one("SELECT 1");
        std::this_thread::yield();
    }
    EXPECT_LE(spent.database, std::chrono::steady_clock::now() - began);
    EXPECT_GT(spent.database, Spent::Duration::zero());
    EXPECT_EQ(spent.children, Spent::Duration::zero());
}

} // namespace cairn
