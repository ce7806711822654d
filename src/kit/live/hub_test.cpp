#include "live/hub.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace cairn::live {

using namespace std::chrono_literals;

namespace {

constexpr std::string_view numbers = "number";

std::string taken(Listener& listener)
{
    std::string all;
    std::string piece;
    for (int i = 0; i < 200 && all.empty(); ++i) {
        while (listener.take(piece)) all += piece;
        if (all.empty()) std::this_thread::sleep_for(10ms);
    }
    return all;
}

class HubTest : public testing::Test {
protected:
    HubTest()
    {
        hub.add(numbers, [this](const std::vector<Key>& keys) {
            ++asked;
            std::map<Key, std::string> told;
            for (const auto key : keys)
                told.emplace(key, std::to_string(number.load()) + "\nof " + std::to_string(key));
            return told;
        });
    }

    std::atomic<int> number = 1;
    std::atomic<int> asked = 0;
    Hub hub{{.in_all = 5, .of_one = 2, .pause = 1ms, .check = 20ms}};
};

} // namespace

TEST_F(HubTest, WhoListensIsToldTheStateAtOnce)
{
    const auto listener = hub.listen(7, 1, {{numbers, 7}});
    ASSERT_TRUE(listener);
    EXPECT_EQ(taken(**listener), "retry: 5000\n\nevent: number\ndata: 1 of 7\n\n");
}

TEST_F(HubTest, WhatHasChangedIsToldToThoseWhoListenToIt)
{
    hub.start();
    const auto mine = *hub.listen(7, 1, {{numbers, 7}});
    const auto other = *hub.listen(8, 2, {{numbers, 8}});
    taken(*mine);
    taken(*other);
    number = 2;
    hub.changed({numbers, 7});
    EXPECT_EQ(taken(*mine), "event: number\ndata: 2 of 7\n\n");
    std::string piece;
    EXPECT_FALSE(other->take(piece));
}

TEST_F(HubTest, NobodyIsAskedAboutWhatNobodyHears)
{
    hub.start();
    hub.changed({numbers, 9});
    const auto listener = *hub.listen(7, 1, {{numbers, 7}});
    hub.changed({numbers, 7});
    taken(*listener);
    EXPECT_LE(asked, 2);
}

TEST_F(HubTest, HasRoomForSoManyAndForSoManyOfOne)
{
    std::vector<std::shared_ptr<Listener>> open;
    for (int i = 0; i < 2; ++i) open.push_back(*hub.listen(7, 1, {{numbers, 7}}));
    EXPECT_EQ(hub.listen(7, 1, {{numbers, 7}}).error().code, Errc::too_many_requests);
    for (int i = 0; i < 3; ++i) open.push_back(*hub.listen(10 + i, 1, {{numbers, 7}}));
    EXPECT_EQ(hub.listen(99, 1, {}).error().code, Errc::unavailable);
    open.erase(open.begin());
    EXPECT_EQ(hub.size(), 4U);
    EXPECT_TRUE(hub.listen(7, 1, {}));
}

TEST_F(HubTest, EndsWithTheSession)
{
    hub.ask_for_sessions([](const std::vector<Key>& sessions) {
        std::vector<Key> over;
        for (const auto session : sessions)
            if (session == 2) over.push_back(session);
        return over;
    });
    hub.start();
    const auto here = *hub.listen(7, 1, {{numbers, 7}});
    const auto there = *hub.listen(7, 2, {{numbers, 7}});
    for (int i = 0; i < 200 && !there->has_ended(); ++i) std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(there->has_ended());
    EXPECT_FALSE(here->has_ended());
    hub.end_session(1);
    EXPECT_TRUE(here->has_ended());
    EXPECT_NE(taken(*here).find("event: logout"), std::string::npos);
}

TEST_F(HubTest, HandsOnWhatHasChanged)
{
    std::vector<Key> handed;
    hub.relay([&](const Topic& topic) { handed.push_back(topic.key); });
    hub.changed({numbers, 3});
    hub.heard({numbers, 4});
    EXPECT_EQ(handed, std::vector<Key>{3});
}

TEST_F(HubTest, TellsAllOnceMoreWhenSomeMayHaveBeenMissed)
{
    hub.start();
    const auto listener = *hub.listen(7, 1, {{numbers, 7}});
    taken(*listener);
    number = 2;
    hub.missed();
    EXPECT_EQ(taken(*listener), "event: number\ndata: 2 of 7\n\n");
}

} // namespace cairn::live
