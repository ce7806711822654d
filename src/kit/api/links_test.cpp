#include "api/links.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::api {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> links(std::int64_t page, std::int64_t limit, std::int64_t total, const QueryValues& query = {})
{
    Paging paging;
    paging.page = page;
    paging.limit = limit;
    return page_links("http://h/x", query, paging, total);
}

TEST(Links, OnePageHasNone)
{
    EXPECT_THAT(links(1, 10, 0), IsEmpty());
    EXPECT_THAT(links(1, 10, 10), IsEmpty());
    EXPECT_THAT(links(5, 10, 10), IsEmpty());
}

TEST(Links, TheFirstPageHasNextAndLast)
{
    EXPECT_THAT(links(1, 2, 5), ElementsAre(R"(<http://h/x?page=2>; rel="next",<http://h/x?page=3>; rel="last")"));
}

TEST(Links, AMiddlePageHasAllInTheOrderOfTodaysClientsAndPreviousBesidePrev)
{
    const std::string today = R"(<http://h/x?page=3>; rel="next",<http://h/x?page=3>; rel="last",)"
                              R"(<http://h/x?page=1>; rel="first",<http://h/x?page=1>; rel="prev")";
    EXPECT_THAT(links(2, 2, 5), ElementsAre(today + R"(,<http://h/x?page=1>; rel="previous")", today));
}

TEST(Links, APageBeyondTheEndCountsAsTheLast)
{
    const std::string today = R"(<http://h/x?page=1>; rel="first",<http://h/x?page=2>; rel="prev")";
    EXPECT_EQ(links(3, 2, 5).back(), today);
    EXPECT_EQ(links(999999999999, 2, 5).back(), today);
}

TEST(Links, OtherParametersAreKeptSortedAndEncodedAnew)
{
    EXPECT_THAT(links(1, 1, 2, {{"z", "1"}, {"limit", "1"}, {"a", " b&"}, {"page", "1"}}),
                ElementsAre(R"(<http://h/x?a=+b%26&limit=1&page=2&z=1>; rel="next",)"
                            R"(<http://h/x?a=+b%26&limit=1&page=2&z=1>; rel="last")"));
}

} // namespace
} // namespace cairn::api
