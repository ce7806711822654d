#include "actions/badge.hpp"

#include <gtest/gtest.h>

namespace cairn::actions {

namespace {

int width_of(const std::string& svg)
{
    const std::string_view before = " width=\"";
    return std::stoi(svg.substr(svg.find(before) + before.size()));
}

} // namespace

TEST(Badge, SaysWhatIsCalledWhatAndWhatBecameOfIt)
{
    const auto svg = draw({.label = "build", .message = "success", .color = "#123456"});
    EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    EXPECT_TRUE(svg.contains("<title>build: success</title>"));
    EXPECT_TRUE(svg.contains("fill=\"#123456\""));
    EXPECT_TRUE(svg.contains("rx=\"3\""));
    EXPECT_FALSE(
        draw({.label = "build", .message = "x", .color = "#1", .style = BadgeStyle::flat_square}).contains("rx=\"3\""));
}

TEST(Badge, NothingInATextIsMarkup)
{
    const auto svg = draw({.label = "<script>\"&'", .message = "a\x01\nb\xff", .color = "#1"});
    EXPECT_FALSE(svg.contains("<script"));
    EXPECT_TRUE(svg.contains("&lt;script&gt;&quot;&amp;&#39;"));
    EXPECT_FALSE(svg.contains('\x01'));
    EXPECT_FALSE(svg.contains('\xff'));
}

TEST(Badge, IsAsWideAsItsText)
{
    const auto with = [](std::string label) {
        return width_of(draw({.label = std::move(label), .message = "x", .color = "#1"}));
    };
    EXPECT_LT(with("iii"), with("mmm"));
    EXPECT_LT(with("build"), with("build and test"));
    EXPECT_LT(with("ab"), with("構築"));
    EXPECT_EQ(with(std::string(100, 'a')), with(std::string(100'000, 'a'))) << "a long name is shortened";
}

} // namespace cairn::actions
