#include "pages/page.hpp"

#include <gtest/gtest.h>

#include "pages/notices.hpp"

namespace cairn::pages {
namespace {

TEST(Sentence, BeginsWithACapitalAndEndsWithAStop)
{
    EXPECT_EQ(sentence("the name is taken"), "The name is taken.");
    EXPECT_EQ(sentence("Really?"), "Really?");
    EXPECT_EQ(sentence(""), "");
}

struct Said {
    std::string words;
    std::string link;
    std::string link_label;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(Said, (), (words, link, link_label, title))

TEST(Template, EscapesWhatItShowsAndLeavesOutWhatIsEmpty)
{
    TemplateValues values;
    values.add(Said{.words = "<script>alert(\"1\" & '2')</script>", .title = "T"});
    const auto page = render("said", values);
    EXPECT_NE(page.find("&lt;script&gt;alert(&quot;1&quot; &amp; &apos;2&apos;)&lt;/script&gt;"), std::string::npos)
        << page;
    EXPECT_EQ(page.find("href"), std::string::npos);
}

TEST(Template, OnlyTheLayoutTakesHtmlAsItIs)
{
    for (const EmbeddedFile& file : templates::embedded_files()) {
        const bool raw =
            file.bytes.find("{{{") != std::string_view::npos || file.bytes.find("{{&") != std::string_view::npos;
        EXPECT_EQ(raw, file.name == "layout.mustache") << file.name;
        EXPECT_EQ(file.bytes.find("style="), std::string_view::npos) << file.name;
        // A script has an address; the pages' policy would not run one that is written into them.
        for (auto at = file.bytes.find("<script"); at != file.bytes.npos; at = file.bytes.find("<script", at + 1))
            EXPECT_TRUE(file.bytes.substr(at).starts_with(R"(<script src="{{script}}" defer></script>)")) << file.name;
        EXPECT_EQ(file.bytes.find(" onclick"), std::string_view::npos) << file.name;
    }
}

TEST(Template, OneThatIsNotThereIsABugOfOurs)
{
    TemplateValues values;
    EXPECT_THROW(render("nothing-of-this-name", values), std::logic_error);
}

TEST(Template, TellsTimesInWords) { EXPECT_EQ(in_words({1794723240}), "15 Nov 2026, 06:14 UTC"); }

TEST(Notice, IsFoundByItsCodeAlone)
{
    EXPECT_NE(find_notice("signed-out"), nullptr);
    EXPECT_EQ(find_notice("<script>"), nullptr);
    EXPECT_EQ(find_notice(""), nullptr);
}

} // namespace
} // namespace cairn::pages
