#include "base/glob.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cairn {
namespace {

bool matches(std::string_view pattern, std::string_view text, std::string_view separators = "/")
{
    const auto glob = Glob::parse(pattern, separators);
    EXPECT_TRUE(glob) << pattern;
    return glob && glob->matches(text);
}

TEST(Glob, AStarStopsAtASeparatorAndTwoDoNot)
{
    EXPECT_TRUE(matches("release/*", "release/1.0"));
    EXPECT_TRUE(matches("release/*", "release/"));
    EXPECT_FALSE(matches("release/*", "release/1.0/fix"));
    EXPECT_TRUE(matches("release/**", "release/1.0/fix"));
    EXPECT_FALSE(matches("*", "a/b"));
    EXPECT_TRUE(matches("**", "a/b"));
    EXPECT_TRUE(matches("***", "a/b"));
    EXPECT_TRUE(matches("*", "a/b", ""));
}

TEST(Glob, AQuestionMarkIsOneCharacterAndNoSeparator)
{
    EXPECT_TRUE(matches("v?", "v1"));
    EXPECT_TRUE(matches("v?", "v\xC3\xA9"));
    EXPECT_FALSE(matches("v?", "v"));
    EXPECT_FALSE(matches("v?", "v/"));
    EXPECT_FALSE(matches("v?", "v12"));
}

TEST(Glob, SetsAndAlternatives)
{
    EXPECT_TRUE(matches("v[0-9a]", "v7"));
    EXPECT_TRUE(matches("v[0-9a]", "va"));
    EXPECT_FALSE(matches("v[0-9a]", "vb"));
    EXPECT_TRUE(matches("v[!0-9]", "vb"));
    EXPECT_FALSE(matches("v[!0-9]", "v7"));
    EXPECT_TRUE(matches("{main,release/{1,2}.*}", "main"));
    EXPECT_TRUE(matches("{main,release/{1,2}.*}", "release/2.7"));
    EXPECT_FALSE(matches("{main,release/{1,2}.*}", "release/3.7"));
    EXPECT_TRUE(matches("a{,b}", "a"));
    EXPECT_TRUE(matches("a{b}", "ab"));
    EXPECT_FALSE(matches("a{b}", "a"));
    EXPECT_TRUE(matches("a,b", "a,b"));
}

TEST(Glob, ABackslashTakesASignAsItIs)
{
    EXPECT_TRUE(matches("a\\*", "a*"));
    EXPECT_FALSE(matches("a\\*", "ab"));
}

TEST(Glob, FilesHaveTwoSeparators)
{
    EXPECT_TRUE(matches("*.lock", "yarn.lock", "./"));
    EXPECT_FALSE(matches("*.lock", "a.b.lock", "./"));
    EXPECT_FALSE(matches("*.lock", "web/yarn.lock", "./"));
    EXPECT_TRUE(matches("**.lock", "web/a.b.lock", "./"));
    EXPECT_TRUE(matches("docs/**", "docs/a/b.md", "./"));
}

TEST(Glob, ABrokenPatternIsNone)
{
    for (const auto* broken : {"[", "[a", "{a", "a}", "]", "\\", "[]", "{a,{b}", "[z-a]", "[\\"})
        EXPECT_FALSE(Glob::parse(broken, "/")) << broken;
    EXPECT_FALSE(Glob::parse(std::string(100, '{') + std::string(100, '}'), "/"));
}

TEST(Glob, AnEmptyPatternFitsNothingButTheEmptyText)
{
    EXPECT_TRUE(matches("", ""));
    EXPECT_FALSE(matches("", "a"));
}

TEST(Glob, NoPatternTakesForEver)
{
    std::string pattern;
    for (int i = 0; i < 50; ++i) pattern += "{a*,*a}*";
    EXPECT_FALSE(matches(pattern, std::string(2000, 'a') + "/b"));
}

} // namespace
} // namespace cairn
