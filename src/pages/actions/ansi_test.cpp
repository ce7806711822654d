#include "pages/actions/ansi.hpp"

#include <gtest/gtest.h>

namespace cairn::pages {

namespace {

std::string shown(std::string_view line)
{
    std::string out;
    for (const auto& [text, classes] : read_ansi(line))
        out += classes.empty() ? text : "<" + classes + ">" + text + "</>";
    return out;
}

TEST(Ansi, PlainTextIsItself) { EXPECT_EQ(shown("a\tb <c>"), "a\tb <c>"); }

TEST(Ansi, ColorsBecomeClasses)
{
    EXPECT_EQ(shown("\x1B[31mno\x1B[0m yes"), "<c-red>no</> yes");
    EXPECT_EQ(shown("\x1B[1;92mgood\x1B[22mstill"), "<c-green b>good</><c-green>still</>");
    EXPECT_EQ(shown("\x1B[37;41mwhite on red\x1B[m"), "<g-red>white on red</>");
}

TEST(Ansi, ManyColorsAreOneOfEight)
{
    EXPECT_EQ(shown("\x1B[38;5;196ma\x1B[38;2;10;20;250mb\x1B[38;5;9mc"), "<c-red>a</><c-blue>b</><c-red>c</>");
    EXPECT_EQ(shown("\x1B[38;9ma"), "a");
    EXPECT_EQ(shown("\x1B[38;2;9000000000000000000;0;0ma\x1B[38;2;0;0;9000000000000000000mb"),
              "<c-red>a</><c-blue>b</>");
}

TEST(Ansi, WhatLooksAlikeIsOnePiece)
{
    EXPECT_EQ(read_ansi("a\x1B[0mb\x1B[2Kc").size(), 1);
    EXPECT_EQ(shown("\x1B[1ma\x1B[1mb\x1B[22mc"), "<b>ab</>c");
}

TEST(Ansi, WhatIsNoColorIsDropped)
{
    EXPECT_EQ(shown("a\x1B[2Kb\x1B[10;20Hc"), "abc");
    EXPECT_EQ(shown("a\x1B]8;;https://x\x1B\\link\x1B]8;;\x07 b"), "alink b");
    EXPECT_EQ(shown("\x1B(Ba\x07\x08\x7F"), "a");
}

TEST(Ansi, WhatIsCutOffIsHarmless)
{
    for (const std::string_view line :
         {"\x1B", "\x1B[", "\x1B[3", "\x1B[38", "\x1B[38;5m", "\x1B[38;2;1m", "\x1B]", "\x1B(", "\x1B]a\x1B"})
        EXPECT_EQ(shown(line), "");
    EXPECT_EQ(shown("\x1B[99999999999999999999mx"), "x");
}

} // namespace

} // namespace cairn::pages
