#include "pages/diff/aligned.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::pages {

namespace {

using testing::ElementsAre;

// Words are alike as far as their first letters are.
std::vector<Aligned> aligned(const std::vector<std::string>& before, const std::vector<std::string>& after)
{
    std::vector<std::size_t> keys[2];
    for (const auto& word : before) keys[0].push_back(std::hash<std::string>()(word));
    for (const auto& word : after) keys[1].push_back(std::hash<std::string>()(word));
    return align(keys[0], keys[1], [&](std::size_t one, std::size_t other) {
        unsigned same = 0;
        while (same < before[one].size() && same < after[other].size() && before[one][same] == after[other][same])
            ++same;
        return same;
    });
}

Aligned both(std::size_t one, std::size_t other) { return {one, other}; }
Aligned went(std::size_t one) { return {one, {}}; }
Aligned came(std::size_t other) { return {{}, other}; }

TEST(Align, PairsWhatIsTheSame)
{
    EXPECT_THAT(aligned({"a", "b", "c"}, {"a", "x", "c"}), ElementsAre(both(0, 0), went(1), came(1), both(2, 2)));
    EXPECT_THAT(aligned({"a", "b"}, {"a", "new", "b"}), ElementsAre(both(0, 0), came(1), both(1, 2)));
    EXPECT_THAT(aligned({}, {"a"}), ElementsAre(came(0)));
    EXPECT_THAT(aligned({"a"}, {}), ElementsAre(went(0)));
    EXPECT_THAT(aligned({"a", "a", "a"}, {"a", "a"}), ElementsAre(both(0, 0), both(1, 1), went(2)));
}

TEST(Align, PairsWhatIsMostAlike)
{
    EXPECT_THAT(aligned({"one-1", "two-1"}, {"zero", "one-2", "two-2"}), ElementsAre(came(0), both(0, 1), both(1, 2)));
    EXPECT_THAT(aligned({"apple", "x"}, {"y", "apples"}), ElementsAre(came(0), both(0, 1), went(1)));
}

TEST(Align, KeepsTheOrder)
{
    EXPECT_THAT(aligned({"a", "b", "c", "d"}, {"d", "a", "b", "c"}),
                ElementsAre(came(0), both(0, 1), both(1, 2), both(2, 3), went(3)));
}

TEST(Align, LosesNothingOfVeryManyThatDiffer)
{
    std::vector<std::string> before;
    std::vector<std::string> after;
    for (int i = 0; i < 3'000; ++i) {
        before.push_back("b" + std::to_string(i));
        after.push_back((i % 2 == 0 ? "b" : "z") + std::to_string(-i));
    }
    std::size_t next_before = 0;
    std::size_t next_after = 0;
    for (const auto& one : aligned(before, after)) {
        EXPECT_EQ(one.before.value_or(next_before), next_before);
        EXPECT_EQ(one.after.value_or(next_after), next_after);
        if (one.before) ++next_before;
        if (one.after) ++next_after;
    }
    EXPECT_EQ(next_before, before.size());
    EXPECT_EQ(next_after, after.size());
}

} // namespace

} // namespace cairn::pages
