#include "config/schedule.hpp"

#include <gtest/gtest.h>

namespace cairn::config {
namespace {

std::string next(std::string_view schedule, std::string_view after)
{
    const auto parsed = Schedule::parse(schedule);
    return parsed ? to_rfc3339(parsed->next(*parse_rfc3339(after))) : "none";
}

TEST(Schedule, CountsFromTheLastTime)
{
    EXPECT_EQ(next("@every 10m", "2031-01-01T00:00:01Z"), "2031-01-01T00:10:01Z");
    EXPECT_EQ(next("@every 1h30m", "2031-01-01T23:00:00Z"), "2031-01-02T00:30:00Z");
}

TEST(Schedule, KnowsTheUsualOnes)
{
    EXPECT_EQ(next("@midnight", "2031-01-31T12:00:00Z"), "2031-02-01T00:00:00Z");
    EXPECT_EQ(next("@midnight", "2031-01-31T00:00:00Z"), "2031-02-01T00:00:00Z");
    EXPECT_EQ(next("@hourly", "2031-12-31T23:00:00Z"), "2032-01-01T00:00:00Z");
    EXPECT_EQ(next("@weekly", "2031-01-01T00:00:00Z"), "2031-01-05T00:00:00Z");
    EXPECT_EQ(next("@annually", "2031-01-01T00:00:00Z"), "2032-01-01T00:00:00Z");
}

TEST(Schedule, ReadsExpressionsOfCron)
{
    EXPECT_EQ(next("*/15 9-17 * * mon-fri", "2031-01-03T17:45:00Z"), "2031-01-06T09:00:00Z");
    EXPECT_EQ(next("30 4 1,15 * 5", "2031-01-02T00:00:00Z"), "2031-01-03T04:30:00Z");
    EXPECT_EQ(next("0 0 29 2 *", "2031-01-01T00:00:00Z"), "2032-02-29T00:00:00Z");
    EXPECT_EQ(next("20 0 0 * * 7", "2031-01-01T00:00:00Z"), "2031-01-05T00:00:20Z");
    EXPECT_EQ(next("5/20 * * * *", "2031-01-01T00:06:00Z"), "2031-01-01T00:25:00Z");
    EXPECT_EQ(next("0 0 30 feb *", "2031-01-01T00:00:00Z"), "0001-01-01T00:00:00Z");
}

TEST(Schedule, RefusesWhatIsNone)
{
    for (const char* text : {"", "@never", "@every", "@every 0s", "@every x", "* * * *", "60 * * * *", "* 24 * * *",
                             "* * 0 * *", "5-1 * * * *", "*/0 * * * *", "a * * * *", "* * * * * * *", "1, * * * *"})
        EXPECT_FALSE(Schedule::parse(text)) << text;
}

} // namespace
} // namespace cairn::config
