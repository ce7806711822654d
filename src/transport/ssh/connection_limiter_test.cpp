#include "ssh/connection_limiter.hpp"

#include <gtest/gtest.h>

namespace cairn::ssh {

namespace {

using std::chrono::seconds;

TEST(ConnectionLimiter, WaitAfterTooManyVisits)
{
    ConnectionLimiter limiter({.burst = 3, .each_second = 1});
    const ConnectionLimiter::Clock::time_point now{};
    for (int visit = 0; visit < 3; ++visit) EXPECT_TRUE(limiter.admit("192.0.2.1", now));
    EXPECT_FALSE(limiter.admit("192.0.2.1", now));
    EXPECT_TRUE(limiter.admit("192.0.2.2", now));
    EXPECT_TRUE(limiter.admit("192.0.2.1", now + seconds(1)));
    EXPECT_FALSE(limiter.admit("192.0.2.1", now + seconds(1)));
    for (int visit = 0; visit < 3; ++visit) EXPECT_TRUE(limiter.admit("192.0.2.1", now + seconds(100)));
    EXPECT_FALSE(limiter.admit("192.0.2.1", now + seconds(100)));
}

TEST(ConnectionLimiter, WhoeverShowsAKeyIsNoneAndPaysNothing)
{
    ConnectionLimiter limiter({.burst = 1, .each_second = 0});
    for (int visit = 0; visit < 10; ++visit) {
        EXPECT_TRUE(limiter.admit("192.0.2.1", {}));
        limiter.became_known("192.0.2.1");
    }
}

TEST(ConnectionLimiter, ANetworkOfVersion6CountsAsOne)
{
    EXPECT_EQ(ConnectionLimiter::network_of("2001:db8::1"), ConnectionLimiter::network_of("2001:db8::ffff:1"));
    EXPECT_NE(ConnectionLimiter::network_of("2001:db8::1"), ConnectionLimiter::network_of("2001:db8:0:1::1"));
    EXPECT_NE(ConnectionLimiter::network_of("192.0.2.1"), ConnectionLimiter::network_of("192.0.2.2"));
    EXPECT_NE(ConnectionLimiter::network_of("::ffff:192.0.2.1"), ConnectionLimiter::network_of("::ffff:192.0.2.2"));
}

TEST(ConnectionLimiter, AreNotRememberedWithoutEnd)
{
    ConnectionLimiter limiter({.burst = 1, .each_second = 0, .most_addresses = 100});
    for (int address = 0; address < 1000; ++address) EXPECT_TRUE(limiter.admit("host-" + std::to_string(address), {}));
}

} // namespace

} // namespace cairn::ssh
