#include "pages/diff/diff_query.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::pages {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Expansion, IsWrittenAsItIsRead)
{
    EXPECT_EQ(Expansion::parse("45-53,60-70").text(), "45-53,60-70");
    EXPECT_EQ(Expansion::parse("all").text(), "all");
    EXPECT_EQ(Expansion::parse("7").text(), "7-7");
}

TEST(Expansion, IsSortedAndJoined)
{
    EXPECT_THAT(Expansion::parse("60-70,1-3,4-5,65-80").ranges, ElementsAre(LineSpan{1, 5}, LineSpan{60, 80}));
    EXPECT_EQ(Expansion::parse("1-3").with({4, 9}).text(), "1-9");
}

TEST(Expansion, LeavesOutNonsense)
{
    for (const auto* text : {"", "x", "9-1", "0-4", "-5", "5-", "1-99999999999999999999", "1-2-3"})
        EXPECT_THAT(Expansion::parse(text).ranges, IsEmpty()) << text;
}

TEST(Expansion, IsFoundByItsPath)
{
    const DiffQuery query{.expand = {"a:b.c:1-2", "x:3-4", "none"}};
    EXPECT_EQ(expansion_of(query, "a:b.c").text(), "1-2");
    EXPECT_EQ(expansion_of(query, "x").text(), "3-4");
    EXPECT_EQ(expansion_of(query, "none").text(), "");
}

TEST(WithParameter, PutsAndTakesAway)
{
    EXPECT_EQ(with_parameter("/a/b", "style", "split"), "/a/b?style=split");
    EXPECT_EQ(with_parameter("/a/b?style=x&page=2", "style", "split"), "/a/b?page=2&style=split");
    EXPECT_EQ(with_parameter("/a/b?style=x", "style", ""), "/a/b");
    EXPECT_EQ(with_parameter("/a?q=a%26b", "file", "c d&e"), "/a?q=a%26b&file=c+d%26e");
}

} // namespace

} // namespace cairn::pages
