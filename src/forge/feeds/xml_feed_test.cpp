#include "feeds/xml_feed.hpp"

#include <gmock/gmock.h>

namespace cairn::feeds {

using testing::HasSubstr;
using testing::Not;

namespace {

Feed feed_with(std::string title)
{
    return {.title = "t",
            .link = "https://h/a?b&c",
            .self = "https://h/a.rss",
            .description = {},
            .updated = {784111777},
            .items = {{.id = "https://h/1",
                       .title = std::move(title),
                       .link = "https://h/x",
                       .author = "Ann",
                       .content = "<p>it's</p>",
                       .updated = {784111777}}}};
}

} // namespace

TEST(XmlFeedTest, DatesAreThoseOfTheirForm)
{
    EXPECT_EQ(http_date({784111777}), "Sun, 06 Nov 1994 08:49:37 GMT");
    EXPECT_THAT(write_feed(feed_with("x"), FeedForm::rss),
                HasSubstr("<pubDate>Sun, 06 Nov 1994 08:49:37 GMT</pubDate>"));
    EXPECT_THAT(write_feed(feed_with("x"), FeedForm::atom), HasSubstr("<updated>1994-11-06T08:49:37Z</updated>"));
}

TEST(XmlFeedTest, NothingThatSomebodyWroteIsMarkup)
{
    for (const auto form : {FeedForm::rss, FeedForm::atom}) {
        const auto text = write_feed(feed_with("</title><script>&\"]]>"), form);
        EXPECT_THAT(text, HasSubstr("&lt;/title&gt;&lt;script&gt;&amp;&#34;]]&gt;"));
        EXPECT_THAT(text, HasSubstr("&lt;p&gt;it's&lt;/p&gt;"));
        EXPECT_THAT(text, HasSubstr("https://h/a?b&amp;c"));
        EXPECT_THAT(text, Not(HasSubstr("<script>")));
    }
}

TEST(XmlFeedTest, WhatNoDocumentMayHoldIsReplaced)
{
    EXPECT_THAT(write_feed(feed_with("a\x01"
                                     "b\xEF\xBF\xBF"
                                     "c\xFF"
                                     "d"),
                           FeedForm::rss),
                HasSubstr("a\xEF\xBF\xBD"
                          "b\xEF\xBF\xBD"
                          "c\xEF\xBF\xBD"
                          "d"));
}

} // namespace cairn::feeds
