#include "pages/issues/shown_label.hpp"

#include <gtest/gtest.h>

namespace cairn::pages {
namespace {

TEST(ShownLabel, HasWordsThatCanBeRead)
{
    EXPECT_TRUE(wants_dark_words("ffffff"));
    EXPECT_FALSE(wants_dark_words("000000"));
    EXPECT_FALSE(wants_dark_words("b3412f"));
    EXPECT_TRUE(wants_dark_words("d9c58a"));
    EXPECT_TRUE(wants_dark_words("c98a2b"));
    EXPECT_FALSE(wants_dark_words("2f6f8f"));
}

TEST(ShownLabel, IsPartedWhereItsScopeEnds)
{
    const auto shown = show_label(issues::Label{.name = "area/net/in", .exclusive = true, .color = "aabbcc"});
    EXPECT_EQ(shown.scope, "area/net");
    EXPECT_EQ(shown.rest, "in");
    EXPECT_EQ(shown.color, "#aabbcc");
    EXPECT_EQ(show_label(issues::Label{.name = "area/net", .color = "aabbcc"}).scope, "");
    EXPECT_EQ(show_label(issues::Label{.name = "net", .exclusive = true, .color = "aabbcc"}).scope, "");
}

TEST(ShownLabel, IsSortedByScope)
{
    std::vector<ShownLabel> labels;
    for (const auto* name : {"kind/bug", "docs", "area/x", "bug", "area/a"}) labels.push_back({.name = name});
    sort_by_scope(labels);
    std::string order;
    for (const auto& label : labels) order += label.name + " ";
    EXPECT_EQ(order, "bug docs area/a area/x kind/bug ");
}

} // namespace
} // namespace cairn::pages
