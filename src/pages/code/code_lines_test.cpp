// Lines of files as rows.
#include "pages/code/code_lines.hpp"

#include <gtest/gtest.h>

#include "languages/color.hpp"
#include "pages/code/about.hpp"
#include "pages/code/readme.hpp"

namespace cairn::pages {
namespace {

TEST(CodeLines, RangesAreRead)
{
    EXPECT_EQ(read_range("42")->last, 42);
    EXPECT_EQ(read_range("L48-L42")->first, 42);
    for (const std::string_view text : {"", "0", "-1", "a", "1-", "1-b", "99999999999", "L", "1-2-3"})
        EXPECT_FALSE(read_range(text)) << text;
}

TEST(CodeLines, WhatIsNoUtf8IsLatin1)
{
    EXPECT_EQ(line_text("gr\xFCn\r"), "grün");
    EXPECT_EQ(line_text("grün"), "grün");
}

TEST(CodeLines, RowsAreEscapedAndNumbered)
{
    const std::string_view lines[] = {"<b>", "x"};
    EXPECT_EQ(line_rows(lines, 9, {10, 10}).text(),
              "<tr id=\"L9\"><td class=\"n\"><a href=\"#L9\" tabindex=\"-1\">9</a></td>"
              "<td class=\"c\">&lt;b&gt;</td></tr>\n"
              "<tr id=\"L10\" class=\"chosen\"><td class=\"n\"><a href=\"#L10\" tabindex=\"-1\">10</a></td>"
              "<td class=\"c\">x</td></tr>\n");
    EXPECT_EQ(lines_of("a\n\nb").size(), 3U);
    EXPECT_EQ(lines_of("a\n").size(), 1U);
    EXPECT_TRUE(lines_of("").empty());
}

TEST(CodeLines, SignsThatTurnTextAroundAreFound)
{
    EXPECT_TRUE(has_hidden_signs("a\u202Eb"));
    EXPECT_TRUE(has_hidden_signs("a\u2066"));
    EXPECT_FALSE(has_hidden_signs("a – “b” …\xE2"));
}

TEST(Readme, LinksStayInTheRepository)
{
    EXPECT_EQ(link_target("docs", "../README.md"), "README.md");
    EXPECT_EQ(link_target("", "a/./b"), "a/b");
    EXPECT_FALSE(link_target("docs", "../../x"));
    EXPECT_FALSE(link_target("docs", "/etc/passwd"));
    EXPECT_FALSE(link_target("docs", ""));
}

TEST(About, LanguagesAreShares)
{
    const auto shares = language_shares({{"C", 750}, {"Rust", 250}});
    ASSERT_EQ(shares.size(), 2U);
    EXPECT_EQ(shares[0].name, "C");
    EXPECT_EQ(shares[0].width, "75.00");
    EXPECT_EQ(shares[1].begin, "75.00");
    EXPECT_EQ(shares[1].percent, 25);
    // As lists have it.
    EXPECT_EQ(shares[1].color, languages::color_of("Rust"));
    EXPECT_TRUE(language_shares({}).empty());
    EXPECT_TRUE(language_shares({{"C", 0}}).empty());
}

} // namespace
} // namespace cairn::pages
