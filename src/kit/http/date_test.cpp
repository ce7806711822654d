#include "http/date.hpp"

#include <gtest/gtest.h>

namespace cairn::http {
namespace {

TEST(HttpDate, IsReadInTheFormOfToday)
{
    EXPECT_EQ(parse_date("Sun, 06 Nov 1994 08:49:37 GMT"), Time{784111777});
    EXPECT_EQ(parse_date("Thu, 01 Jan 1970 00:00:00 GMT"), Time{0});
    EXPECT_EQ(parse_date("Tue, 29 Feb 2028 23:59:59 GMT"), Time{1835481599});
}

TEST(HttpDate, AnythingElseIsNoDate)
{
    for (const auto text :
         {"", "x", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
          "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
          "Sun, 06 Nov 1994 24:49:37 GMT", "Thu, 30 Feb 2028 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
          "Sun, 0\xff Nov 1994 08:49:37 GMT"})
        EXPECT_FALSE(parse_date(text)) << text;
}

} // namespace
} // namespace cairn::http
