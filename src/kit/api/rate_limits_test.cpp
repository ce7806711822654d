#include "api/rate_limits.hpp"

#include <gtest/gtest.h>

#include "config/rate_limit_settings.hpp"

namespace cairn::api {

namespace {

using Take = RateLimits::Take;

RateLimits::Clock::time_point moment{std::chrono::hours(1)};
RateLimits::Clock::time_point now() { return moment; }

constexpr std::string_view somewhere = "192.0.2.1";

config::RateLimit ten()
{
    config::RateLimit settings;
    settings.window = 10;
    settings.per_account = settings.per_token = settings.per_address = 10;
    return settings;
}

Caller caller(std::int64_t id, std::int64_t token = 0)
{
    Caller made;
    made.id = id;
    made.token_id = token;
    return made;
}

// How many are answered before one is refused.
int answered(RateLimits& limits, std::string_view address, const Caller* who = nullptr, int most = 100)
{
    int count = 0;
    while (count < most && !limits.check(address, who, Take::one)) ++count;
    return count;
}

} // namespace

TEST(RateLimits, WhatWasUsedComesBackEvenly)
{
    RateLimits limits(ten(), {}, &now);
    EXPECT_EQ(answered(limits, somewhere), 10);
    const auto refused = limits.check(somewhere, nullptr, Take::nothing);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->code, Errc::too_many_requests);
    EXPECT_EQ(refused->retry_after, 1);
    ASSERT_EQ(refused->headers.size(), 2U);
    EXPECT_EQ(refused->headers[0].second, "\"address\";q=10;w=10");
    EXPECT_EQ(refused->headers[1].second, "\"address\";r=0;t=1");
    moment += std::chrono::seconds(3);
    EXPECT_EQ(answered(limits, somewhere), 3);
    moment += std::chrono::seconds(100);
    EXPECT_EQ(answered(limits, somewhere), 10);
}

TEST(RateLimits, AnAnswerTellsWhatIsLeft)
{
    RateLimits limits(ten(), {}, &now);
    const auto told = [&](std::string_view address, const Caller* who, Take take) {
        RateLimits::Share share;
        limits.check(address, who, take, &share);
        http::Response response;
        share.tell(response);
        std::string words;
        for (const auto& [name, value] : response.headers) words += std::string(name) + ": " + value + "\n";
        return words;
    };
    const std::string policy = "RateLimit-Policy: \"address\";q=10;w=10\n";
    EXPECT_EQ(told(somewhere, nullptr, Take::nothing), policy + "RateLimit: \"address\";r=10;t=0\n");
    EXPECT_EQ(told(somewhere, nullptr, Take::one), policy + "RateLimit: \"address\";r=9;t=1\n");
    EXPECT_EQ(told(somewhere, nullptr, Take::one), policy + "RateLimit: \"address\";r=8;t=2\n");
    EXPECT_EQ(told("127.0.0.1", nullptr, Take::one), "");
}

TEST(RateLimits, OfTwoLimitsTheNearerIsTold)
{
    auto settings = ten();
    settings.per_token = 6;
    RateLimits limits(settings, {}, &now);
    const auto first = caller(1, 11);
    RateLimits::Share share;
    EXPECT_FALSE(limits.check(somewhere, &first, Take::one, &share));
    http::Response response;
    share.tell(response);
    ASSERT_NE(response.find("RateLimit"), nullptr);
    EXPECT_EQ(*response.find("RateLimit"), "\"token\";r=5;t=2");
    share.tell(response);
    EXPECT_EQ(response.headers.size(), 2U); // once is enough
}

TEST(RateLimits, LookingTakesNothing)
{
    RateLimits limits(ten(), {}, &now);
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(limits.check(somewhere, nullptr, Take::nothing));
    EXPECT_EQ(answered(limits, somewhere), 10);
}

TEST(RateLimits, EachHasItsOwn)
{
    RateLimits limits(ten(), {}, &now);
    const auto ada = caller(1);
    const auto eve = caller(2);
    const auto nobody = caller(0);
    EXPECT_EQ(answered(limits, somewhere, &ada), 10);
    EXPECT_EQ(answered(limits, "192.0.2.2", &ada), 0); // the same account elsewhere
    EXPECT_EQ(answered(limits, somewhere, &eve), 10);
    EXPECT_EQ(answered(limits, somewhere, &nobody), 10);
    EXPECT_EQ(answered(limits, "192.0.2.2", &nobody), 10);
}

TEST(RateLimits, TokensOfAnAccountShareWhatItHas)
{
    auto settings = ten();
    settings.per_token = 6;
    RateLimits limits(settings, {}, &now);
    const auto first = caller(1, 11);
    const auto second = caller(1, 12);
    EXPECT_EQ(answered(limits, somewhere, &first), 6);
    EXPECT_EQ(answered(limits, somewhere, &second), 4);
}

TEST(RateLimits, AddressesOfAHouseholdAreOne)
{
    RateLimits limits(ten(), {}, &now);
    EXPECT_EQ(answered(limits, "2001:db8:1:2:3::4"), 10);
    EXPECT_EQ(answered(limits, "2001:db8:1:2:ffff::5"), 0);
    EXPECT_EQ(answered(limits, "2001:db8:1:3::4"), 10);
    EXPECT_EQ(answered(limits, "::ffff:192.0.2.9"), 10);
    EXPECT_EQ(answered(limits, "192.0.2.9"), 0);
}

TEST(RateLimits, ThisMachineIsNotCounted)
{
    RateLimits limits(ten(), {}, &now);
    for (const std::string_view address : {"127.0.0.1", "127.9.8.7", "::1", "::ffff:127.0.0.1"})
        EXPECT_EQ(answered(limits, address), 100) << address;
}

TEST(RateLimits, ZeroIsNoLimitAndOffIsOff)
{
    auto settings = ten();
    settings.per_address = 0;
    RateLimits open(settings, {}, &now);
    EXPECT_EQ(answered(open, somewhere), 100);
    settings = ten();
    settings.enabled = false;
    RateLimits off(settings, {}, &now);
    EXPECT_EQ(answered(off, somewhere), 100);
}

TEST(RateLimits, ManyAddressesTakeNoMoreMemory)
{
    RateLimits limits(ten(), {}, &now);
    EXPECT_EQ(answered(limits, somewhere), 10);
    for (int i = 0; i < 200'000; ++i)
        limits.check("10." + std::to_string(i >> 16 & 255) + "." + std::to_string(i >> 8 & 255) + "."
                         + std::to_string(i & 255),
                     nullptr, Take::one);
    EXPECT_EQ(answered(limits, somewhere), 0); // who has used the most is displaced last
}

// Two nodes of a site, and what one of them has to tell.
class RateLimitsOfNodes : public testing::Test {
protected:
    RateLimitsOfNodes()
    {
        here.share([this] { ++due; });
        there.share([] { });
    }
    std::size_t tell(RateLimits& from, RateLimits& to)
    {
        const auto uses = from.take_due(1000);
        for (const auto& use : uses) to.add(use);
        return uses.size();
    }
    static config::RateLimit hundred()
    {
        auto settings = ten();
        settings.per_account = settings.per_token = settings.per_address = 100;
        settings.window = 100;
        return settings;
    }

    RateLimits here{hundred(), "secret", &now};
    RateLimits there{hundred(), "secret", &now};
    int due = 0;
};

TEST_F(RateLimitsOfNodes, WhatOneHasTakenTheOtherDoesNotGive)
{
    EXPECT_EQ(answered(here, somewhere, nullptr, 70), 70);
    EXPECT_EQ(due, 1);
    EXPECT_EQ(tell(here, there), 1U);
    EXPECT_EQ(answered(there, somewhere), 30);
    EXPECT_EQ(answered(there, "192.0.2.2"), 100);
    const auto ada = caller(1, 11);
    EXPECT_EQ(answered(here, somewhere, &ada), 100);
    EXPECT_EQ(tell(here, there), 2U); // the token and the account
    EXPECT_EQ(answered(there, somewhere, &ada), 0);
}

TEST_F(RateLimitsOfNodes, WhoUsesLittleIsNotSpokenOf)
{
    EXPECT_EQ(answered(here, somewhere, nullptr, 2), 2); // of 100; 3 are much
    EXPECT_EQ(due, 0);
    EXPECT_EQ(tell(here, there), 0U);
    for (int i = 0; i < 200; ++i) { // nor who never asks for more than comes back
        moment += std::chrono::seconds(3);
        EXPECT_EQ(answered(here, somewhere, nullptr, 1), 1);
    }
    EXPECT_EQ(tell(here, there), 0U);
}

TEST_F(RateLimitsOfNodes, EachRequestIsToldOnce)
{
    EXPECT_EQ(answered(here, somewhere, nullptr, 50), 50);
    EXPECT_EQ(tell(here, there), 1U);
    EXPECT_EQ(tell(here, there), 0U);
    EXPECT_EQ(answered(here, somewhere, nullptr, 10), 10);
    EXPECT_EQ(due, 2);
    EXPECT_EQ(tell(here, there), 1U);
    EXPECT_EQ(tell(there, here), 0U); // what was heard is not handed on
    EXPECT_EQ(answered(there, somewhere), 40);
}

TEST_F(RateLimitsOfNodes, InTheLongRunTheyGiveNoMoreThanOneWould)
{
    int passed = 0;
    for (int second = 0; second < 1000; ++second) {
        passed += answered(here, somewhere, nullptr, 1000) + answered(there, somewhere, nullptr, 1000);
        tell(here, there);
        tell(there, here);
        moment += std::chrono::seconds(1);
    }
    EXPECT_GE(passed, 1000);
    EXPECT_LE(passed, 100 + 1000 + 100); // the second's burst, before anybody knew, is waited for
}

TEST_F(RateLimitsOfNodes, MoreThanFitsIsToldTheNextTime)
{
    for (int i = 0; i < 30; ++i) answered(here, "192.0.2." + std::to_string(i), nullptr, 10);
    EXPECT_EQ(due, 1);
    EXPECT_EQ(here.take_due(20).size(), 20U);
    EXPECT_EQ(due, 2);
    EXPECT_EQ(here.take_due(20).size(), 10U);
    EXPECT_EQ(due, 2);
}

TEST_F(RateLimitsOfNodes, NonsenseIsBounded)
{
    EXPECT_EQ(answered(here, somewhere, nullptr, 50), 50);
    auto use = here.take_due(1).at(0);
    use.count = ~0U;
    there.add(use);
    there.add({.client = 0, .count = 5});
    EXPECT_EQ(answered(there, somewhere), 0);
    moment += std::chrono::seconds(1600);
    EXPECT_EQ(answered(there, somewhere), 100);
}

TEST_F(RateLimitsOfNodes, ClientsAreKnownByNumbersOfTheSite)
{
    RateLimits another(hundred(), "another secret", &now);
    EXPECT_EQ(answered(here, somewhere, nullptr, 100), 100);
    EXPECT_EQ(tell(here, another), 1U);
    EXPECT_EQ(answered(another, somewhere), 100);
}

} // namespace cairn::api
