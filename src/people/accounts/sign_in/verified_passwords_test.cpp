#include "accounts/sign_in/verified_passwords.hpp"

#include <gtest/gtest.h>

namespace cairn::accounts {
namespace {

using namespace std::chrono_literals;
using Clock = VerifiedPasswords::Clock;

Clock::time_point current{1h};

Clock::time_point test_clock() { return current; }

TEST(VerifiedPasswords, ItsMemoryHasAnEnd)
{
    VerifiedPasswords verified(256, 5min, &test_clock);
    for (int account = 0; account < 10'000; ++account) verified.add(account, "hash", "password");
    int kept = 0;
    for (int account = 0; account < 10'000; ++account) kept += verified.contains(account, "hash", "password");
    EXPECT_LE(kept, 256);
    EXPECT_GE(kept, 200); // by now every place has been used
    EXPECT_TRUE(verified.contains(9'999, "hash", "password"));
}

TEST(VerifiedPasswords, AFewHundredFitIntoTheDefaultSize)
{
    VerifiedPasswords verified(8192, 5min, &test_clock);
    for (int account = 0; account < 1000; ++account) verified.add(account, "hash", "password");
    for (int account = 0; account < 1000; ++account) EXPECT_TRUE(verified.contains(account, "hash", "password"));
}

TEST(VerifiedPasswords, TheOldestMakesRoom)
{
    VerifiedPasswords verified(1, 5min, &test_clock); // one bucket in each shard
    for (int account = 0; account < 1000; ++account) {
        current += 1s;
        verified.add(account, "hash", "password");
        ASSERT_TRUE(verified.contains(account, "hash", "password"));
        if (account > 0) { ASSERT_TRUE(verified.contains(account - 1, "hash", "password")); }
    }
    EXPECT_FALSE(verified.contains(0, "hash", "password"));
}

TEST(VerifiedPasswords, VerifiedAgainIsOneEntryWithANewLifetime)
{
    VerifiedPasswords verified(64, 5min, &test_clock);
    verified.add(1, "hash", "password");
    current += 4min;
    verified.add(1, "hash", "password");
    current += 4min;
    EXPECT_TRUE(verified.contains(1, "hash", "password"));
    current += 1min;
    EXPECT_FALSE(verified.contains(1, "hash", "password"));
}

TEST(VerifiedPasswords, WithoutCapacityNothingIsRemembered)
{
    VerifiedPasswords verified(0, 5min, &test_clock);
    verified.add(1, "hash", "password");
    EXPECT_FALSE(verified.contains(1, "hash", "password"));
    verified.clear();
}

} // namespace
} // namespace cairn::accounts
