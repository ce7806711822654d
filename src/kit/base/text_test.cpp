#include "base/text.hpp"

#include <gtest/gtest.h>

#include <array>

namespace cairn::text {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Text, CaseIsChangedForAsciiLettersOnly)
{
    EXPECT_EQ(to_lower("MiXed-09_Ä"), "mixed-09_Ä");
    EXPECT_EQ(to_upper("MiXed-09_ä"), "MIXED-09_ä");
    EXPECT_TRUE(iequals("Content-Type", "content-tYPE"));
    EXPECT_FALSE(iequals("Content-Type", "Content-Typ"));
    EXPECT_FALSE(iequals("@", "`")); // neighbors of the letters that differ in the same bit
    EXPECT_TRUE(istarts_with("BEARER x", "bearer "));
    EXPECT_FALSE(istarts_with("bear", "bearer"));
}

TEST(Text, TrimTakesWhiteSpaceFromBothEndsOnly)
{
    EXPECT_EQ(trim(" \t a b \r\n"), "a b");
    EXPECT_EQ(trim(" \t\r\n\v\f"), "");
    EXPECT_EQ(trim(""), "");
}

TEST(Text, SplitKeepsEmptyPartsAndSplitListDropsThem)
{
    EXPECT_EQ(split("a,,b", ','), (Parts{"a", "", "b"}));
    EXPECT_EQ(split("", ','), (Parts{""}));
    EXPECT_EQ(split(",", ','), (Parts{"", ""}));
    EXPECT_EQ(split_list(" a, ,b c,"), (Parts{"a", "b c"}));
    EXPECT_EQ(split_list(" , "), Parts{});
    EXPECT_EQ(join(split("a,,b", ','), "; "), "a; ; b");
    EXPECT_EQ(join(std::vector<std::string>{}, ","), "");
}

TEST(Text, MarkupInAStrangersTextStaysText)
{
    EXPECT_EQ(escape_html("<a href=\"x\" title='y'>&</a>"),
              "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;");
}

TEST(Text, DistanceCountsTypingErrors)
{
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("HTTP_PROT", "HTTP_PORT"), 1U);
    EXPECT_EQ(edit_distance("ab", "ba"), 1U);
}

TEST(Text, TheNearestWordIsOfferedOnlyWhenItIsNear)
{
    constexpr std::array<std::string_view, 3> words{"HTTP_PORT", "HTTP_ADDR", "DOMAIN"};
    EXPECT_EQ(nearest("http_prot", words), "HTTP_PORT");
    EXPECT_EQ(nearest("DOMAINS", words), "DOMAIN");
    EXPECT_EQ(nearest("LANDING_PAGE", words), "");
    EXPECT_EQ(nearest("", words), "");
    EXPECT_EQ(nearest(std::string(100000, 'x'), words), "");
}

TEST(Text, OnlyPlainDecimalNumbersInBoundsAreIntegers)
{
    EXPECT_EQ(parse_integer("0"), 0);
    EXPECT_EQ(parse_integer("-12"), -12);
    EXPECT_EQ(parse_integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(parse_integer("65535", 0, 65535), 65535);
    for (const std::string_view bad : {"", " 1", "1 ", "+1", "1.0", "0x10", "9223372036854775808", "-", "1a"})
        EXPECT_FALSE(parse_integer(bad)) << bad;
    EXPECT_FALSE(parse_integer("65536", 0, 65535));
    EXPECT_FALSE(parse_integer("-1", 0, 65535));
}

} // namespace
} // namespace cairn::text
