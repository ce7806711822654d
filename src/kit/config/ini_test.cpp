#include "config/ini.hpp"

#include <gtest/gtest.h>

#include <random>

namespace cairn::config {
namespace {

// "section|key|value|line" of each entry, so that a whole file is compared at once.
std::vector<std::string> entries(std::string_view text)
{
    std::vector<std::string> listed;
    for (const auto& e : parse_ini(text).entries)
        listed.push_back(e.section + "|" + e.key + "|" + e.value + "|" + std::to_string(e.line));
    return listed;
}

using Lines = std::vector<std::string>;

TEST(Ini, KeysHaveSectionsAndLines)
{
    EXPECT_EQ(entries("A = 1\n\n; comment\n# comment\n[server]\n  B=2\nC : 3\n[ log.file ] ; x\nD = a = b\n"),
              (Lines{"|A|1|1", "server|B|2|6", "server|C|3|7", "log.file|D|a = b|9"}));
}

TEST(Ini, AByteOrderMarkAndCarriageReturnsAreNoticedByNobody)
{
    EXPECT_EQ(entries("\xEF\xBB\xBF[a]\r\nB = c\r\nD =\r\n"), (Lines{"a|B|c|2", "a|D||3"}));
}

TEST(Ini, TheDefaultSectionIsNone) { EXPECT_EQ(entries("[x]\n[DEFAULT]\nA = b"), (Lines{"|A|b|3"})); }

TEST(Ini, QuotesAreTakenOffAndProtectWhatIsInside)
{
    EXPECT_EQ(entries("a = `x;#y` ; z\nb = \"q # r\"\nc = 's'\nd = \"\"\"t \"u\" v\"\"\"\ne = `\"`\n"),
              (Lines{"|a|x;#y|1", "|b|q # r|2", "|c|s|3", "|d|t \"u\" v|4", "|e|\"|5"}));
    EXPECT_EQ(entries("a = \"A\" and \"B\"\nb = 'tis\nc = it's"),
              (Lines{"|a|\"A\" and \"B\"|1", "|b|'tis|2", "|c|it's|3"}));
}

TEST(Ini, ACommentNeedsSpaceBeforeIt)
{
    EXPECT_EQ(entries("a = pass#word;1 # really\nb = ; nothing\nc = x\t; y"),
              (Lines{"|a|pass#word;1|1", "|b||2", "|c|x|3"}));
}

TEST(Ini, ABackslashIsJustABackslash) { EXPECT_EQ(entries("a = C:\\\nb = 2"), (Lines{"|a|C:\\|1", "|b|2|2"})); }

TEST(Ini, EachLineThatMeansNothingIsAProblem)
{
    const auto ini = parse_ini(std::string("[server\n[]\n[a] b\nword\n= value\nk = `open\n\xFF = 1\nz = a") + '\0'
                               + "b\ngood = 1\n");
    std::vector<std::size_t> lines;
    for (const auto& problem : ini.problems) lines.push_back(problem.line);
    EXPECT_EQ(lines, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8}));
    ASSERT_EQ(ini.entries.size(), 1U);
    EXPECT_EQ(ini.entries[0].key, "good");
}

TEST(Ini, SettingAKeyReplacesItWhereItStands)
{
    EXPECT_EQ(set_in_ini("[s] ; one\nA = 1 ; old\n; end\n", "S", "a", "2"), "[s] ; one\na = 2\n; end\n");
    EXPECT_EQ(set_in_ini("[s]\nA =", "s", "A", "2"), "[s]\nA = 2\n");
}

TEST(Ini, ANewKeyGoesToTheEndOfItsSection)
{
    EXPECT_EQ(set_in_ini("[s]\nA = 1\n\n; about t\n[t]\nB = 2\n", "s", "C", "3"),
              "[s]\nA = 1\nC = 3\n\n; about t\n[t]\nB = 2\n");
    EXPECT_EQ(set_in_ini("[s]\n[t]\nB = 2", "t", "C", "3"), "[s]\n[t]\nB = 2\nC = 3\n");
    EXPECT_EQ(set_in_ini("[s]\n[t]\n", "s", "C", "3"), "[s]\nC = 3\n[t]\n");
    EXPECT_EQ(set_in_ini("A = 1\n[s]\n", "", "B", "2"), "A = 1\nB = 2\n[s]\n");
}

TEST(Ini, ANewSectionGoesToTheEnd)
{
    EXPECT_EQ(set_in_ini("", "s", "A", "1"), "[s]\nA = 1\n");
    EXPECT_EQ(set_in_ini("X = 1", "s", "A", "1"), "X = 1\n\n[s]\nA = 1\n");
    EXPECT_EQ(set_in_ini("\xEF\xBB\xBFX = 1\r\n", "s", "A", "1"), "\xEF\xBB\xBFX = 1\r\n\r\n[s]\r\nA = 1\r\n");
}

TEST(Ini, WhateverTheBytesASetKeyIsFoundAgain)
{
    constexpr std::string_view alphabet = "[]=:;#`\"'\\ \t\r\n\n\naAsS.\xEF\xBB\xBF\xC3\xFF%()";
    std::mt19937 random(2026);
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (auto length = random() % 60; length > 0; --length)
            text += round % 2 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
        const auto before = parse_ini(text).entries.size();
        const auto ini = parse_ini(set_in_ini(text, "s", "a", "value"));
        const IniEntry* found = nullptr;
        for (const auto& entry : ini.entries)
            if ((entry.section == "s" || entry.section == "S") && (entry.key == "a" || entry.key == "A"))
                found = &entry;
        ASSERT_NE(found, nullptr) << testing::PrintToString(text);
        EXPECT_EQ(found->value, "value") << testing::PrintToString(text);
        EXPECT_GE(ini.entries.size(), before) << testing::PrintToString(text);
    }
}

} // namespace
} // namespace cairn::config
