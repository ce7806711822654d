#include "db/meetings.hpp"

#include <gtest/gtest.h>

namespace cairn::db {
namespace {

using std::chrono::milliseconds;

const Meetings::Clock::time_point start{std::chrono::hours(1)};

TEST(MeetingsTest, AreLikelyForAWhileAfterOne)
{
    Meetings meetings;
    EXPECT_FALSE(meetings.are_likely(start));
    meetings.note(start);
    EXPECT_TRUE(meetings.are_likely(start + milliseconds(49)));
    EXPECT_FALSE(meetings.are_likely(start + milliseconds(50)));
}

TEST(MeetingsTest, AreLikelyForLongerWhereTheyGoOn)
{
    Meetings meetings;
    auto now = start;
    for (const int length : {50, 100, 200, 400, 800, 1600, 3200, 6400, 10'000, 10'000}) {
        meetings.note(now);
        meetings.note(now + milliseconds(1)); // who was under way then counts for nothing
        now += milliseconds(length);
        EXPECT_TRUE(meetings.are_likely(now - milliseconds(1))) << length;
        EXPECT_FALSE(meetings.are_likely(now)) << length;
    }
    now += milliseconds(10'000);
    meetings.note(now);
    EXPECT_FALSE(meetings.are_likely(now + milliseconds(50))) << "nobody had met for long";
}

} // namespace
} // namespace cairn::db
