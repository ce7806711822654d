#include "pages/actions/follower_places.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace cairn::pages {

namespace {

constexpr std::string_view somewhere = "203.0.113.5";
constexpr std::string_view elsewhere = "198.51.100.7";

class Places : public testing::Test {
protected:
    // Why the first of them is refused that is; nothing where none is.
    std::optional<Errc> take(int count, std::int64_t account_id, std::string_view address)
    {
        for (int i = 0; i < count; ++i) {
            auto place = places_.take(account_id, address);
            if (!place) return place.error().code;
            taken_.push_back(std::move(*place));
        }
        return {};
    }

    FollowerPlaces places_{{.in_all = 6, .of_strangers = 4, .of_one = 2}};
    std::vector<FollowerPlaces::Place> taken_{};
};

TEST_F(Places, OfOneAreFewAndFreeAgain)
{
    EXPECT_EQ(take(2, 7, somewhere), std::nullopt);
    EXPECT_EQ(take(1, 7, elsewhere), Errc::too_many_requests) << "an account is one wherever it is";
    EXPECT_EQ(take(1, 8, somewhere), std::nullopt);
    taken_.clear();
    EXPECT_EQ(take(2, 7, somewhere), std::nullopt);
}

TEST_F(Places, AStrangerTakesNothingFromAnother)
{
    EXPECT_EQ(take(3, 0, somewhere), Errc::too_many_requests);
    EXPECT_EQ(take(2, 0, elsewhere), std::nullopt);
    EXPECT_EQ(take(1, 0, "192.0.2.1"), Errc::unavailable) << "half of all is for those who are signed in";
    EXPECT_EQ(take(2, 7, somewhere), std::nullopt);
    EXPECT_EQ(take(1, 8, somewhere), Errc::unavailable);
}

TEST_F(Places, AHouseholdIsOneStranger)
{
    EXPECT_EQ(take(1, 0, "2001:db8::1"), std::nullopt);
    EXPECT_EQ(take(1, 0, "2001:db8::2"), std::nullopt);
    EXPECT_EQ(take(1, 0, "2001:db8::3"), Errc::too_many_requests);
    EXPECT_EQ(take(1, 0, "2001:db8:0:1::3"), std::nullopt);
}

TEST_F(Places, OnThisMachineNobodyIsInParticular) { EXPECT_EQ(take(5, 0, "127.0.0.1"), Errc::unavailable); }

} // namespace

} // namespace cairn::pages
