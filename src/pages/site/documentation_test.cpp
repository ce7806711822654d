#include "pages/site/documentation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.hpp"

namespace cairn::pages {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

TEST(Documentation, HasItsPagesInOrderEachWithItsSections)
{
    const auto pages = documentation();
    ASSERT_GE(pages.size(), 10U);
    EXPECT_EQ(pages.front().name, "index");
    for (const auto& page : pages) {
        ASSERT_FALSE(page.sections.empty()) << page.name;
        EXPECT_EQ(page.sections.front().level, 1) << page.name;
        EXPECT_EQ(page.sections.front().title, page.title);
        EXPECT_FALSE(page.html.empty()) << page.name;
        EXPECT_EQ(find_docs_page(page.name), &page);
    }
    EXPECT_EQ(find_docs_page("pages.txt"), nullptr);
}

TEST(SearchDocs, FindsTheSectionThatIsCalledSoFirst)
{
    const auto found = search_docs("http_PORT");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().section->anchor, "server.http_port");
    const auto pages = search_docs("oauth2 guide");
    ASSERT_FALSE(pages.empty());
    EXPECT_EQ(pages.front().page->name, "oauth2");
}

TEST(SearchDocs, WantsAllWords)
{
    EXPECT_THAT(search_docs("http_port zzyzx"), IsEmpty());
    EXPECT_THAT(search_docs(""), IsEmpty());
    EXPECT_THAT(search_docs("   "), IsEmpty());
    EXPECT_THAT(search_docs("e"), SizeIs(50));
}

TEST(Excerpt, BeginsBeforeTheWord)
{
    std::string text;
    for (int i = 0; i < 100; ++i) text += "wört ";
    text += "needle";
    for (int i = 0; i < 100; ++i) text += " wört";
    const DocsSection section{.anchor = "", .title = "", .text = text};
    const auto shown = excerpt(section, "Needle");
    EXPECT_THAT(shown, testing::AllOf(StartsWith("… wört"), HasSubstr("needle"), EndsWith("…")));
    EXPECT_TRUE(is_utf8(shown));
    EXPECT_LT(shown.size(), 260U);
    EXPECT_THAT(excerpt(section, "absent"), StartsWith("wört"));
}

TEST(Excerpt, OfAShortTextIsAllOfIt)
{
    const DocsSection section{.anchor = "", .title = "", .text = "some words"};
    EXPECT_EQ(excerpt(section, "words"), "some words");
    EXPECT_EQ(excerpt({.anchor = "", .title = "words", .text = ""}, "words"), "");
}

} // namespace
} // namespace cairn::pages
