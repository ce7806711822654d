#include "pages/diff/moved_lines.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace cairn::pages {
namespace {

using Lines = std::vector<NumberedLine>;

Lines block(std::int64_t first, std::initializer_list<std::string_view> texts)
{
    Lines lines;
    for (const auto text : texts) lines.push_back({first++, text});
    return lines;
}

TEST(MovedLines, ABlockOfMoreThanThreeLinesIsFound)
{
    const auto gone = block(40, {"int count(int a)", "{", "    return a + 1;", "}"});
    const auto come = block(7, {"// new", "int count(int a)", "{", "    return a + 1;", "}", "// more"});
    const auto moved = moved_lines(gone, come);
    EXPECT_EQ(moved.from.size(), 4U);
    EXPECT_EQ(moved.from.at(8), 40);
    EXPECT_EQ(moved.from.at(11), 43);
    EXPECT_EQ(moved.to.at(40), 8);
    EXPECT_FALSE(moved.from.contains(7));
}

TEST(MovedLines, ThreeLinesAreNoBlock)
{
    const auto texts = {std::string_view("a line with words in it"), std::string_view("another one"),
                        std::string_view("a third one")};
    EXPECT_TRUE(moved_lines(block(1, texts), block(9, texts)).from.empty());
}

TEST(MovedLines, BracketsAndBlanksAreNoBlock)
{
    EXPECT_TRUE(
        moved_lines(block(1, {"}", "", "}", "", "{", ""}), block(20, {"}", "", "}", "", "{", ""})).from.empty());
}

TEST(MovedLines, LinesThatAreNotInARowAreNoBlock)
{
    auto gone = block(1, {"one with words", "two with words", "three with words", "four with words"});
    const auto come = gone;
    gone[2].number = 9;
    gone[3].number = 10;
    EXPECT_TRUE(moved_lines(gone, come).from.empty());
}

TEST(MovedLines, WhatCameTwiceWasMovedOnce)
{
    const auto gone = block(1, {"one with words", "two with words", "three with words", "four with words"});
    auto come = block(20, {"one with words", "two with words", "three with words", "four with words"});
    const auto again = block(40, {"one with words", "two with words", "three with words", "four with words"});
    come.insert(come.end(), again.begin(), again.end());
    const auto moved = moved_lines(gone, come);
    EXPECT_EQ(moved.from.size(), 4U);
    EXPECT_TRUE(moved.from.contains(20));
}

TEST(MovedLines, TheSameLineAgainAndAgainTakesNoLongTime)
{
    Lines many;
    for (std::int64_t i = 1; i <= 20'000; ++i) many.push_back({i, "the same words in each line"});
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(moved_lines(many, many).from.size(), many.size());
    for (std::int64_t i = 1; i < 20'000; i += 2) many[static_cast<std::size_t>(i)].text = "x";
    (void)moved_lines(many, many);
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
}

} // namespace
} // namespace cairn::pages
