// What is a suggestion, and what becomes of the lines that it is about.
#include "pulls/review/suggestions.hpp"

#include <gtest/gtest.h>

namespace cairn::pulls {
namespace {

TEST(Suggestions, AreBlocksOfTheirName)
{
    const auto parts = parts_of("Try this:\n```suggestion\none\ntwo\n```\nor leave it\n");
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts[0], (RemarkPart{false, "Try this:\n"}));
    EXPECT_EQ(parts[1], (RemarkPart{true, "one\ntwo\n"}));
    EXPECT_EQ(parts[2], (RemarkPart{false, "or leave it\n"}));
}

TEST(Suggestions, AreNotInsideOfOtherBlocks)
{
    EXPECT_FALSE(suggestion_of("````md\n```suggestion\nx\n```\n````\n"));
    EXPECT_FALSE(suggestion_of("```suggestion\nit never ends"));
    EXPECT_FALSE(suggestion_of("    ```suggestion\n    x\n    ```\n"));
    EXPECT_FALSE(suggestion_of("```suggestions\nx\n```\n"));
    EXPECT_EQ(parts_of("```js\nlet x\n```\n")[0].text, "```js\nlet x\n```\n");
}

TEST(Suggestions, MayHaveFencesInThem)
{
    EXPECT_EQ(suggestion_of("````suggestion\n```\ncode\n```\n````"), "```\ncode\n```\n");
    EXPECT_EQ(suggestion_of("~~~suggestion\r\na\r\n~~~\r\n"), "a\n");
    EXPECT_EQ(suggestion_of("```suggestion\n```"), "");
}

TEST(Suggestions, TakeThePlaceOfTheirLines)
{
    EXPECT_EQ(*with_replacements("a\nb\nc\n", {{2, 2, "B\nB2\n"}}), "a\nB\nB2\nc\n");
    EXPECT_EQ(*with_replacements("a\nb\nc\n", {{3, 3, "C\n"}, {1, 2, ""}}), "C\n");
    EXPECT_EQ(*with_replacements("a\nb", {{2, 2, "x\ny\n"}}), "a\nx\ny");
}

TEST(Suggestions, KeepTheLineEndsOfTheFile)
{
    EXPECT_EQ(*with_replacements("a\r\nb\r\n", {{1, 1, "x\ny\n"}}), "x\r\ny\r\nb\r\n");
}

TEST(Suggestions, AboutOneLineConflict)
{
    EXPECT_EQ(with_replacements("a\nb\n", {{1, 2, "x\n"}, {2, 2, "y\n"}}).error().code, Errc::conflict);
    EXPECT_EQ(with_replacements("a\nb\n", {{3, 3, "x\n"}}).error().code, Errc::conflict);
}

} // namespace
} // namespace cairn::pulls
