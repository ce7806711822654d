#include "webhooks/headline.hpp"

#include <gtest/gtest.h>

namespace cairn::webhooks {
namespace {

TEST(Headline, TellsWhatHappenedToWhatByWhom)
{
    const auto told = headline_of(
        "issues",
        R"({"action":"opened","issue":{"number":1,"title":"It <breaks>","body":"here","html_url":"http://c/a/r/issues/1"},)"
        R"("repository":{"full_name":"a/r","html_url":"http://c/a/r"},"sender":{"login":"ann","html_url":"http://c/ann"}})");
    EXPECT_EQ(title_in(plain, told), "[a/r] Issue opened: #1 It <breaks> by ann");
    EXPECT_EQ(
        title_in(html, told),
        "[<a href=\"http://c/a/r\">a/r</a>] Issue opened: <a href=\"http://c/a/r/issues/1\">#1 It &lt;breaks&gt;</a>"
        " by <a href=\"http://c/ann\">ann</a>");
    EXPECT_EQ(title_in(slack_markup, told),
              "[<http://c/a/r|a/r>] Issue opened: <http://c/a/r/issues/1|#1 It &lt;breaks&gt;> by <http://c/ann|ann>");
    EXPECT_EQ(body_in(plain, told), "here");
}

TEST(Headline, APushTellsItsCommits)
{
    const auto told = headline_of(
        "push",
        R"({"ref":"refs/heads/main","total_commits":2,"compare_url":"http://c/x","commits":[)"
        R"({"id":"0123456789abcdef","message":"second\n\nmore","url":"http://c/2"},)"
        R"({"id":"fedcba9876543210","message":"first","url":"http://c/1"}],"repository":{"full_name":"a/r"}})");
    EXPECT_EQ(title_in(plain, told), "[a/r] 2 new commits in main: compare");
    EXPECT_EQ(body_in(plain, told), "0123456789 second\nfedcba9876 first");
    EXPECT_EQ(told.url(), "http://c/x");
}

TEST(Headline, WhatSomebodyWroteCannotBecomeMarkup)
{
    EXPECT_EQ(markdown.text("*a* [b](c) <d>"), R"(\*a\* \[b\](c) \<d\>)");
    EXPECT_EQ(markdown.link({"x", "http://c/)(evil"}), "[x](http://c/evil)");
    EXPECT_EQ(slack_markup.link({"<!here>", "http://c/>|x"}), "<http://c/x|&lt;!here&gt;>");
}

TEST(Headline, WhatCannotBeReadIsToldByItsName)
{
    EXPECT_EQ(headline_of("issue_label", "no JSON").deed, "issue label");
}

TEST(Headline, TheCommentOfAPageIsAText)
{
    const auto told = headline_of(
        "wiki",
        R"({"action":"edited","page":"Home","comment":"why","repository":{"full_name":"a/r","html_url":"http://c/a/r"}})");
    EXPECT_EQ(title_in(plain, told), "[a/r] Wiki page edited: Home");
    EXPECT_EQ(told.url(), "http://c/a/r/wiki/Home");
}

} // namespace
} // namespace cairn::webhooks
