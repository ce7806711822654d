#include "git/objects/person_dates.hpp"

#include <gtest/gtest.h>

namespace cairn::git {
namespace {

TEST(PersonDates, KeepTheOffsetTheyWereWrittenWith)
{
    for (const auto* written : {"2026-11-15T03:40:00+01:00", "2026-11-14T22:10:00-04:30", "2026-11-15T02:40:00Z"}) {
        Person person{.name = {}, .email = {}, .when = {}, .offset = 7};
        ASSERT_TRUE(read_date(written, person)) << written;
        EXPECT_EQ(person.when.seconds, 1'794'710'400) << written;
        EXPECT_EQ(written_date(person), written);
    }
}

TEST(PersonDates, FractionsAreDroppedAndWhatIsNoTimeIsRefused)
{
    Person person{.name = {}, .email = {}, .when = {}, .offset = 0};
    ASSERT_TRUE(read_date("2026-11-15T03:40:00.25+01:00", person));
    EXPECT_EQ(written_date(person), "2026-11-15T03:40:00+01:00");
    for (const auto* written : {"", "yesterday", "2026-11-15", "2026-11-15T03:40:00", "2026-11-15T03:40:00+1:00"})
        EXPECT_FALSE(read_date(written, person)) << written;
}

TEST(PersonDates, AreAlwaysWithinWhatClientsRead)
{
    EXPECT_EQ(written_date({.name = {}, .email = {}, .when = {INT64_MAX}, .offset = 99'999}).substr(0, 4), "9999");
    EXPECT_EQ(written_date({.name = {}, .email = {}, .when = {-5}, .offset = -60}), "1970-01-01T00:00:00-01:00");
}

} // namespace
} // namespace cairn::git
