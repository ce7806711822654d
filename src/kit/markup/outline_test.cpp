// The headings of rendered texts.
#include "markup/outline.hpp"

#include <gtest/gtest.h>

#include "markup/safe_html.hpp"

namespace cairn::markup {
namespace {

Html rendered(std::string_view text) { return *file_html("a.md", text, {}); }

TEST(Outline, HasHeadingsInOrder)
{
    const auto found = outline_of(rendered("# A *b* & `c`\n\ntext\n\n### \"D\" <x>\n\n#\n"));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].level, 1);
    EXPECT_EQ(found[0].words, "A b & c");
    EXPECT_EQ(found[0].id, "user-content-a-b--c");
    EXPECT_EQ(found[1].level, 3);
    EXPECT_EQ(outline_of(rendered("# A\n# B\n# C\n"), 2).size(), 2U);
    EXPECT_TRUE(outline_of(rendered("words")).empty());
}

TEST(Outline, TellsWhatThePageNeeds)
{
    EXPECT_TRUE(has_drawings(rendered("```mermaid\ngraph TD\n```\n")));
    EXPECT_FALSE(has_drawings(rendered("```c\nint a;\n```\n")));
    EXPECT_TRUE(has_code(rendered("```c\nint a;\n```\n")));
    EXPECT_FALSE(has_code(rendered("mermaid\n")));
}

} // namespace
} // namespace cairn::markup
