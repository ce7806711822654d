#include "pages/profiles/year.hpp"

#include <gtest/gtest.h>

namespace cairn::pages {

namespace {

constexpr std::int64_t wednesday = 20'775; // 18 Nov 2026

TEST(Year, BeginsOnAMondayAndEndsToday)
{
    const auto first = first_day_of_year_to(wednesday);
    EXPECT_EQ((first + 3) % 7, 0);
    EXPECT_EQ(wednesday - first, 52 * 7 + 2);
    const auto year = show_year(words::english(), {}, wednesday);
    EXPECT_EQ(year.days.size(), 52 * 7 + 3);
    EXPECT_EQ(year.days.front().y, 14);
    EXPECT_EQ(year.days.back().y, 14 + 2 * 12);
    EXPECT_EQ(year.total, 0);
}

TEST(Year, CountsWhatIsInItAndHasAMonthForEachDay)
{
    const feeds::CountedDay days[] = {{wednesday - 400, 9}, {wednesday - 30, 4}, {wednesday, 1}, {wednesday + 1, 7}};
    const auto year = show_year(words::english(), days, wednesday);
    EXPECT_EQ(year.total, 5);
    EXPECT_EQ(year.months.back().words, "Nov 2026");
    EXPECT_EQ(year.months.back().count, 1);
    std::int64_t all = 0;
    for (const auto& month : year.months) all += month.count;
    EXPECT_EQ(all, 5);
}

TEST(Year, TheBusiestDayIsTheWarmest)
{
    const feeds::CountedDay days[] = {{wednesday - 1, 1}, {wednesday, 40}};
    const auto year = show_year(words::english(), days, wednesday);
    EXPECT_EQ(year.days.back().heat, 4);
    EXPECT_EQ(year.days[year.days.size() - 2].heat, 1);
    EXPECT_EQ(year.days[year.days.size() - 3].heat, 0);
}

} // namespace

} // namespace cairn::pages
