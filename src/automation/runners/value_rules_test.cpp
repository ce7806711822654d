#include "runners/value_rules.hpp"

#include <gtest/gtest.h>

namespace cairn::runners {

TEST(ValueName, IsKeptInCapitals)
{
    EXPECT_EQ(read_value_name("my_Key2"), "MY_KEY2");
    EXPECT_EQ(read_value_name("_"), "_");
}

TEST(ValueName, IsRefusedWhereWorkflowsCouldNotUseIt)
{
    for (const auto* name : {"", "1A", "a-b", "a b", "A.B", "\xC3\xA4", "CI", "ci", "github_x", "Gitea_x", "CAIRN_A"})
        EXPECT_EQ(read_value_name(name).error().code, Errc::bad_request) << name;
    EXPECT_TRUE(read_value_name("CIA"));
    EXPECT_TRUE(read_value_name("GITHUB"));
    EXPECT_TRUE(read_value_name(std::string(255, 'a')));
    EXPECT_FALSE(read_value_name(std::string(256, 'a')));
}

TEST(Value, HasTheSitesLineEnds)
{
    EXPECT_EQ(read_value("a\r\nb\rc\n\r"), "a\nb\nc\n\n");
    EXPECT_EQ(read_value("\r\n"), "\n");
}

TEST(Value, HasALimit)
{
    EXPECT_TRUE(read_value(std::string(longest_value, 'x')));
    EXPECT_EQ(read_value(std::string(longest_value + 1, 'x')).error().code, Errc::bad_request);
}

TEST(Description, IsCutBetweenCharacters)
{
    std::string long_one;
    for (std::size_t i = 0; i <= longest_description; ++i) long_one += "\xC3\xA4";
    EXPECT_EQ(read_description(long_one).size(), longest_description * 2);
    EXPECT_EQ(read_description("short"), "short");
}

} // namespace cairn::runners
