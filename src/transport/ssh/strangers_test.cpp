#include "ssh/strangers.hpp"

#include <gtest/gtest.h>

namespace cairn::ssh {

namespace {

using std::chrono::seconds;

TEST(Strangers, WaitAfterTooManyVisits)
{
    Strangers strangers({.burst = 3, .each_second = 1});
    const Strangers::Clock::time_point now{};
    for (int visit = 0; visit < 3; ++visit) EXPECT_TRUE(strangers.admit("192.0.2.1", now));
    EXPECT_FALSE(strangers.admit("192.0.2.1", now));
    EXPECT_TRUE(strangers.admit("192.0.2.2", now));
    EXPECT_TRUE(strangers.admit("192.0.2.1", now + seconds(1)));
    EXPECT_FALSE(strangers.admit("192.0.2.1", now + seconds(1)));
    for (int visit = 0; visit < 3; ++visit) EXPECT_TRUE(strangers.admit("192.0.2.1", now + seconds(100)));
    EXPECT_FALSE(strangers.admit("192.0.2.1", now + seconds(100)));
}

TEST(Strangers, WhoeverShowsAKeyIsNoneAndPaysNothing)
{
    Strangers strangers({.burst = 1, .each_second = 0});
    for (int visit = 0; visit < 10; ++visit) {
        EXPECT_TRUE(strangers.admit("192.0.2.1", {}));
        strangers.became_known("192.0.2.1");
    }
}

TEST(Strangers, ANetworkOfVersion6CountsAsOne)
{
    EXPECT_EQ(Strangers::network_of("2001:db8::1"), Strangers::network_of("2001:db8::ffff:1"));
    EXPECT_NE(Strangers::network_of("2001:db8::1"), Strangers::network_of("2001:db8:0:1::1"));
    EXPECT_NE(Strangers::network_of("192.0.2.1"), Strangers::network_of("192.0.2.2"));
    EXPECT_NE(Strangers::network_of("::ffff:192.0.2.1"), Strangers::network_of("::ffff:192.0.2.2"));
}

TEST(Strangers, AreNotRememberedWithoutEnd)
{
    Strangers strangers({.burst = 1, .each_second = 0, .most_addresses = 100});
    for (int address = 0; address < 1000; ++address)
        EXPECT_TRUE(strangers.admit("host-" + std::to_string(address), {}));
}

} // namespace

} // namespace cairn::ssh
