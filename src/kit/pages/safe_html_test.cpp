#include "pages/safe_html.hpp"

#include <gtest/gtest.h>

namespace cairn::pages {
namespace {

TEST(HtmlWriter, EscapesWhatItIsGiven)
{
    HtmlWriter out;
    out.open("td", {{"class", "c\"x"}}).text("<a & b>").close("td").link("/x?a=1&b", {{"id", "L1"}}).close("a");
    EXPECT_EQ(out.take().text(),
              "<td class=\"c&quot;x\">&lt;a &amp; b&gt;</td><a href=\"/x?a=1&amp;b\" id=\"L1\"></a>");
}

TEST(HtmlWriter, WritesNothingThatDoesSomething)
{
    HtmlWriter out;
    EXPECT_THROW(out.open("a", {{"href", "javascript:x"}}), std::logic_error);
    EXPECT_THROW(out.open("a", {{"onclick", "x"}}), std::logic_error);
    EXPECT_THROW(out.open("a", {{"style", "x"}}), std::logic_error);
    HtmlWriter link;
    link.link("javascript:alert(1)");
    EXPECT_EQ(link.take().text(), "<a href=\"#\">");
}

} // namespace
} // namespace cairn::pages
