#include "accounts/sign_in/login_limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "config/settings.hpp"

namespace cairn::accounts {
namespace {

using std::chrono::seconds;

LoginLimits::Clock::time_point clock_hand;

class LoginLimitsTest : public testing::Test {
protected:
    static config::Security settings()
    {
        config::Security security;
        security.login_max_failures = 5;
        security.login_max_failures_per_address = 20;
        security.login_slow_down_after = 10;
        security.login_failure_window = 100;
        return security;
    }
    void fail(int times, std::string_view address, std::string_view name)
    {
        for (int i = 0; i < times; ++i) limits.count_failure(address, name);
    }

    LoginLimits limits{settings(), [] { return clock_hand; }};
};

TEST_F(LoginLimitsTest, WhoFailsTooOftenWaitsUntilOneFailureIsForgotten)
{
    fail(4, "192.0.2.1", "ann");
    EXPECT_EQ(limits.wait("192.0.2.1", "ann"), seconds(0));
    fail(1, "192.0.2.1", "ann");
    EXPECT_EQ(limits.wait("192.0.2.1", "ann"), seconds(20));
    EXPECT_EQ(limits.wait("192.0.2.1", " ANN "), seconds(20));
    clock_hand += seconds(19);
    EXPECT_EQ(limits.wait("192.0.2.1", "ann"), seconds(1));
    clock_hand += seconds(1);
    EXPECT_EQ(limits.wait("192.0.2.1", "ann"), seconds(0));
    fail(1, "192.0.2.1", "ann");
    EXPECT_GT(limits.wait("192.0.2.1", "ann"), seconds(0));
    clock_hand += seconds(100);
    fail(4, "192.0.2.1", "ann");
    EXPECT_EQ(limits.wait("192.0.2.1", "ann"), seconds(0));
}

TEST_F(LoginLimitsTest, ThePersonIsNotLockedOutElsewhere)
{
    fail(50, "192.0.2.1", "ann");
    EXPECT_EQ(limits.wait("192.0.2.2", "ann"), seconds(0));
    EXPECT_TRUE(limits.slow("Ann"));
    EXPECT_FALSE(limits.slow("bob"));
}

TEST_F(LoginLimitsTest, WrongTokensAreCountedByAddressAndNotForThisMachine)
{
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(limits.wait_for_token("192.0.2.1"), seconds(0));
        limits.count_wrong_token("192.0.2.1");
        limits.count_wrong_token("127.0.0.1");
    }
    EXPECT_EQ(limits.wait_for_token("192.0.2.1"), seconds(5));
    EXPECT_EQ(limits.wait_for_token("192.0.2.2"), seconds(0));
    EXPECT_EQ(limits.wait_for_token("127.0.0.1"), seconds(0));
    EXPECT_EQ(limits.wait("192.0.2.1", "ann"), seconds(0)); // passwords are counted by themselves
}

TEST_F(LoginLimitsTest, AnAddressThatTriesManyNamesWaitsForAllOfThem)
{
    for (int i = 0; i < 20; ++i) fail(1, "192.0.2.1", "name" + std::to_string(i));
    EXPECT_EQ(limits.wait("192.0.2.1", "another"), seconds(5));
}

TEST_F(LoginLimitsTest, WhoSignedInFromThereLatelyIsLetThrough)
{
    limits.count_success("192.0.2.1", "ann");
    for (int i = 0; i < 20; ++i) fail(1, "192.0.2.1", "name" + std::to_string(i));
    EXPECT_EQ(limits.wait("192.0.2.1", "ann"), seconds(0));
    EXPECT_GT(limits.wait("192.0.2.1", "bob"), seconds(0));
    fail(5, "192.0.2.1", "ann");
    EXPECT_GT(limits.wait("192.0.2.1", "ann"), seconds(0));
}

TEST_F(LoginLimitsTest, ASuccessForgetsNoFailure)
{
    fail(5, "192.0.2.1", "ann");
    limits.count_success("192.0.2.1", "ann");
    EXPECT_GT(limits.wait("192.0.2.1", "ann"), seconds(0));
}

TEST_F(LoginLimitsTest, TheAddressesOfAHouseholdCountAsOne)
{
    fail(3, "2001:db8:1:2::1", "ann");
    fail(2, "2001:db8:1:2:ffff::9", "ann");
    EXPECT_GT(limits.wait("2001:db8:1:2:aaaa:bbbb:cccc:dddd", "ann"), seconds(0));
    EXPECT_EQ(limits.wait("2001:db8:1:3::1", "ann"), seconds(0));
}

TEST_F(LoginLimitsTest, CodesAreLimitedForTheAccountWhereverTheyComeFrom)
{
    for (int i = 0; i < 10; ++i) limits.count_wrong_code(7);
    EXPECT_GT(limits.wait_for_code(7), seconds(0));
    EXPECT_EQ(limits.wait_for_code(8), seconds(0));
}

TEST_F(LoginLimitsTest, ZeroIsNoLimit)
{
    config::Security none;
    none.login_max_failures = none.login_max_failures_per_address = none.login_slow_down_after = 0;
    LoginLimits unlimited(none);
    for (int i = 0; i < 1000; ++i) unlimited.count_failure("192.0.2.1", "ann");
    EXPECT_EQ(unlimited.wait("192.0.2.1", "ann"), seconds(0));
    EXPECT_FALSE(unlimited.slow("ann"));
}

TEST_F(LoginLimitsTest, AFloodOfNamesDoesNotWashAwayWhoWaits)
{
    fail(5, "192.0.2.1", "ann");
    for (int i = 0; i < 60000; ++i) fail(1, "198.51.100." + std::to_string(i % 200), "n" + std::to_string(i));
    EXPECT_GT(limits.wait("192.0.2.1", "ann"), seconds(0));
}

// Two nodes of a site.
class LoginLimitsOfNodes : public testing::Test {
protected:
    LoginLimitsOfNodes()
    {
        here.share([this](std::string_view line) {
            lines.emplace_back(line);
            there.hear(line);
        });
    }
    static config::Security settings(std::string secret)
    {
        config::Security security;
        security.secret_key = std::move(secret);
        security.login_max_failures = 5;
        security.login_max_failures_per_address = 20;
        security.login_slow_down_after = 10;
        security.login_failure_window = 100;
        return security;
    }

    std::vector<std::string> lines;
    LoginLimits here{settings("secret"), [] { return clock_hand; }};
    LoginLimits there{settings("secret"), [] { return clock_hand; }};
};

TEST_F(LoginLimitsOfNodes, AFailureCountsAtBoth)
{
    for (int i = 0; i < 5; ++i) here.count_failure("192.0.2.1", "ann");
    EXPECT_EQ(there.wait("192.0.2.1", "ann"), seconds(20));
    EXPECT_EQ(there.wait("192.0.2.2", "ann"), seconds(0));
    for (int i = 0; i < 5; ++i) here.count_failure("192.0.2.3", "ann");
    EXPECT_TRUE(there.slow("ann"));
    for (int i = 0; i < 10; ++i) here.count_wrong_code(7);
    EXPECT_GT(there.wait_for_code(7), seconds(0));
    for (int i = 0; i < 20; ++i) here.count_wrong_token("192.0.2.4");
    EXPECT_GT(there.wait_for_token("192.0.2.4"), seconds(0));
}

TEST_F(LoginLimitsOfNodes, WhoSignedInAtOneIsLetThroughAtTheOther)
{
    here.count_success("192.0.2.1", "ann");
    for (int i = 0; i < 20; ++i) here.count_failure("192.0.2.1", "name" + std::to_string(i));
    EXPECT_EQ(there.wait("192.0.2.1", "ann"), seconds(0));
    EXPECT_GT(there.wait("192.0.2.1", "bob"), seconds(0));
}

TEST_F(LoginLimitsOfNodes, LinesDifferAreShortAndNameNobody)
{
    for (int i = 0; i < 300; ++i) here.count_failure("192.0.2.1", "ann");
    std::ranges::sort(lines);
    EXPECT_EQ(std::ranges::adjacent_find(lines), lines.end());
    for (const auto& line : lines) {
        EXPECT_LT(line.size(), 80U);
        EXPECT_EQ(line.find("ann"), line.npos);
        EXPECT_EQ(line.find("192"), line.npos);
    }
}

TEST_F(LoginLimitsOfNodes, AFloodOfWrongTokensIsNotHandedOn)
{
    for (int i = 0; i < 1000; ++i) here.count_wrong_token("192.0.2." + std::to_string(i % 250));
    EXPECT_EQ(lines.size(), 100U);
    here.count_failure("192.0.2.1", "ann");
    EXPECT_EQ(lines.size(), 101U);
}

TEST_F(LoginLimitsOfNodes, NonsenseIsPassedOver)
{
    for (const auto* line : {"", "1", "1 ", "1 p", "1 pxyz", "1 ?12", "1 p0", "1  a", "p1"}) there.hear(line);
    EXPECT_EQ(there.wait("192.0.2.1", "ann"), seconds(0));
}

TEST_F(LoginLimitsOfNodes, AnotherSecretKnowsNobody)
{
    LoginLimits another(settings("another"), [] { return clock_hand; });
    for (int i = 0; i < 5; ++i) here.count_failure("192.0.2.1", "ann");
    for (const auto& line : lines) another.hear(line);
    EXPECT_EQ(another.wait("192.0.2.1", "ann"), seconds(0));
}

} // namespace
} // namespace cairn::accounts
