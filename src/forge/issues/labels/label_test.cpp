#include "issues/labels/label.hpp"

#include <gtest/gtest.h>

#include "issues/time/tracked_time.hpp"

namespace cairn::issues {
namespace {

TEST(LabelColor, HasThreeOrSixDigitsAndIsKeptWithSix)
{
    EXPECT_EQ(read_color("#0aF"), "00aaff");
    EXPECT_EQ(read_color("0AF"), "00aaff");
    EXPECT_EQ(read_color("\t#ABCdef "), "abcdef");
    for (const auto* wrong : {"", "#", "#12", "#1234", "#1234567", "##123", "red", "# 123", "12345g"})
        EXPECT_FALSE(read_color(wrong)) << wrong;
}

TEST(LabelScope, EndsAtTheLastSlashWithSomethingOnBothSides)
{
    EXPECT_EQ(scope_of("size/small"), "size");
    EXPECT_EQ(scope_of("a/b/one"), "a/b");
    EXPECT_EQ(scope_of("a//b"), "a/");
    for (const auto* none : {"", "alone", "/x", "x/", "/", "a/b/"}) EXPECT_EQ(scope_of(none), "") << none;
}

TEST(Labels, AreRivalsIfBothAreExclusiveAndOfOneScope)
{
    const StoredLabel small{.id = 1, .name = "size/small", .exclusive = true};
    const StoredLabel large{.id = 2, .name = "size/large", .exclusive = true};
    const StoredLabel odd{.id = 3, .name = "size/odd", .exclusive = false};
    const StoredLabel alone{.id = 4, .name = "alone", .exclusive = true};
    const StoredLabel other{.id = 5, .name = "other", .exclusive = true};
    EXPECT_TRUE(are_rivals(small, large));
    EXPECT_FALSE(are_rivals(small, small));
    EXPECT_FALSE(are_rivals(small, odd));
    EXPECT_FALSE(are_rivals(odd, small));
    EXPECT_FALSE(are_rivals(alone, other));
}

TEST(Durations, AreToldInHoursAndMinutesAndInSecondsOnlyBelowAMinute)
{
    EXPECT_EQ(duration_words(0), "0 seconds");
    EXPECT_EQ(duration_words(1), "1 second");
    EXPECT_EQ(duration_words(59), "59 seconds");
    EXPECT_EQ(duration_words(60), "1 minute");
    EXPECT_EQ(duration_words(119), "1 minute");
    EXPECT_EQ(duration_words(3600), "1 hour");
    EXPECT_EQ(duration_words(7325), "2 hours 2 minutes");
    EXPECT_EQ(duration_words(360'000), "100 hours");
    EXPECT_EQ(duration_words(-90), "-1 minute");
    EXPECT_EQ(duration_words(std::numeric_limits<std::int64_t>::min()), "-2562047788015215 hours 30 minutes");
}

} // namespace
} // namespace cairn::issues
