#include <gtest/gtest.h>

#include "pages/issue/comment_texts.hpp"
#include "pages/issue/event_words.hpp"
#include "pages/issue/label_badge.hpp"
#include "pages/issue/thread_entries.hpp"

namespace cairn::pages {

namespace {

using Ranges = std::vector<Range>;

TEST(ThreadEntries, AreAllShownUpToAHundred)
{
    EXPECT_EQ(shown_ranges(0, {}), Ranges({{0, 0}}));
    EXPECT_EQ(shown_ranges(100, {}), Ranges({{0, 100}}));
    EXPECT_EQ(shown_ranges(101, {}), Ranges({{0, 10}, {41, 101}}));
}

TEST(ThreadEntries, OfManyTheFirstTheLastAndThoseAroundOneAreShown)
{
    EXPECT_EQ(shown_ranges(2000, {}), Ranges({{0, 10}, {1940, 2000}}));
    EXPECT_EQ(shown_ranges(2000, 1000), Ranges({{0, 10}, {985, 1016}, {1940, 2000}}));
    EXPECT_EQ(shown_ranges(2000, 5), Ranges({{0, 10}, {1940, 2000}}));
    EXPECT_EQ(shown_ranges(2000, 1999), Ranges({{0, 10}, {1940, 2000}}));
    EXPECT_EQ(shown_ranges(2000, 12), Ranges({{0, 28}, {1940, 2000}}));
    EXPECT_EQ(shown_ranges(2000, 1930), Ranges({{0, 10}, {1915, 2000}}));
    EXPECT_EQ(shown_ranges(101, 25), Ranges({{0, 101}}));
}

TEST(EventWords, BelongTogetherWithinAMinute)
{
    using enum issues::EventKind;
    const auto event = [](issues::EventKind kind, std::int64_t who, std::int64_t when) {
        issues::TimelineComment made;
        made.type = kind;
        made.user.emplace().id = who;
        made.created_at = {when};
        return made;
    };
    EXPECT_TRUE(belong_together(event(label, 1, 100), event(milestone, 1, 160)));
    EXPECT_FALSE(belong_together(event(label, 1, 100), event(milestone, 1, 161)));
    EXPECT_FALSE(belong_together(event(label, 1, 100), event(label, 2, 100)));
    EXPECT_FALSE(belong_together(event(label, 1, 100), event(close, 1, 100)));
    EXPECT_FALSE(belong_together(event(label, -1, 100), event(label, -1, 100))) << "nobody knows who it was";
}

TEST(LabelBadge, HasWordsThatCanBeRead)
{
    EXPECT_TRUE(takes_light_words("000000"));
    EXPECT_FALSE(takes_light_words("ffffff"));
    EXPECT_TRUE(takes_light_words("B3412F"));
    EXPECT_FALSE(takes_light_words("9cc5b4"));
    EXPECT_TRUE(takes_light_words(""));
    issues::Label label;
    label.name = "kind/<b>";
    label.exclusive = true;
    label.color = "b3412f";
    const auto badge = label_badge(label).text();
    EXPECT_NE(badge.find("<span class=\"scope\">kind</span>"), std::string::npos) << badge;
    EXPECT_NE(badge.find("&lt;b&gt;"), std::string::npos) << badge;
    EXPECT_EQ(badge.find("title"), std::string::npos) << badge;
    label.exclusive = false;
    EXPECT_EQ(label_badge(label).text().find("scope"), std::string::npos) << "one of several has no halves";
}

TEST(LabelBadge, IsSortedByScope)
{
    std::vector<std::string_view> names{"kind/bug", "docs", "area/x", "bug", "area/a"};
    std::ranges::sort(names, {}, order_by_scope);
    std::string order;
    for (const auto name : names) order += std::string(name) + " ";
    EXPECT_EQ(order, "bug docs area/a area/x kind/bug ");
}

TEST(CommentTexts, AreQuotedLineByLine)
{
    EXPECT_EQ(quoted("a\r\n\r\nb\n"), "> a\n>\n> b\n\n");
    EXPECT_EQ(with_plain_line_ends("a\r\nb\rc"), "a\nb\rc");
}

TEST(Duration, IsBrief)
{
    const auto& in = words::english();
    EXPECT_EQ(duration(in, 13'200), "3 h 40 min");
    EXPECT_EQ(duration(in, 7200), "2 h");
    EXPECT_EQ(duration(in, 90), "1 min");
    EXPECT_EQ(duration(in, 0), "0 s");
    EXPECT_EQ(duration(in, -60), "−1 min");
}

} // namespace

} // namespace cairn::pages
