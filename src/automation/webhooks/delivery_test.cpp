#include "webhooks/delivery.hpp"

#include <gtest/gtest.h>

#include "db/test_database.hpp"
#include "webhooks/hook_store.hpp"

namespace cairn::webhooks {
namespace {

using Engine = db::Options::Engine;

class Deliveries : public testing::TestWithParam<Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "no PostgreSQL";
        database_ = std::make_unique<db::TestDatabase>(GetParam());
        database_->migrate();
        StoredHook hook;
        hook.place = HookLevel::system;
        hook.url = "http://receiver/";
        for (auto* id : {&one_, &other_}) *id = db().write([&](db::Transaction& tx) { return add_hook(tx, hook).id; });
    }

    db::Database& db() { return **database_; }
    void put(std::int64_t hook, std::string_view payload)
    {
        db().write(
            [&](db::Transaction& tx) { put_delivery(tx, {.hook_id = hook, .event = "push", .payload = payload}); });
    }
    // What waits, the oldest first.
    std::vector<StoredDelivery> waiting()
    {
        return db().all<StoredDelivery>("SELECT * FROM webhook_delivery WHERE state = 'waiting' ORDER BY id");
    }
    void set(const StoredDelivery& delivery, std::string_view state)
    {
        db().write([&](db::Transaction& tx) {
            tx.run("UPDATE webhook_delivery SET state = $2 WHERE id = $1", delivery.id, state);
        });
    }
    std::vector<std::string> jobs(std::int64_t hook)
    {
        return db().all<std::string>("SELECT payload FROM job WHERE kind = $1 AND owner = $2 AND key = $2 ORDER BY id",
                                     delivery_job, std::to_string(hook));
    }

    std::int64_t one_ = 0;
    std::int64_t other_ = 0;

private:
    std::unique_ptr<db::TestDatabase> database_;
};

TEST_P(Deliveries, AJobSendsEachInTheOrderOfItsHook)
{
    put(one_, "1");
    put(one_, "2");
    put(other_, "3");
    const auto all = waiting();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(jobs(one_), (std::vector{std::to_string(all[0].id), std::to_string(all[1].id)}));
    EXPECT_EQ(jobs(other_), std::vector{std::to_string(all[2].id)});
}

TEST_P(Deliveries, OnlyWhatIsOverIsRepeatedAndUnderTheSameName)
{
    put(one_, "1");
    auto delivery = waiting().at(0);
    const auto repeat = [&] {
        return db().write([&](db::Transaction& tx) -> Result<StoredDelivery> {
            return redeliver(tx, TRY(find_delivery(tx, one_, delivery.id)));
        });
    };
    EXPECT_EQ(repeat().error().code, Errc::conflict);
    set(delivery, "delivered");
    const auto again = repeat();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->uuid, delivery.uuid);
    EXPECT_NE(again->id, delivery.id);
    EXPECT_EQ(jobs(one_).back(), std::to_string(again->id));
    EXPECT_FALSE(find_delivery(db(), other_, delivery.id));
}

TEST_P(Deliveries, WhatWaitsIsNotForgotten)
{
    put(one_, "1");
    put(other_, "2");
    set(waiting().at(0), "delivered");
    EXPECT_FALSE(
        db().write([&](db::Transaction& tx) { return forget_deliveries(tx, Time{Time::now().seconds + 10}); }));
    EXPECT_EQ(list_deliveries(db(), {}, one_).total, 0);
    EXPECT_EQ(list_deliveries(db(), {}, other_).total, 1);
    EXPECT_EQ(waiting().size(), 1U);
}

TEST_P(Deliveries, NothingPilesUpForAReceiverThatHasFailedForTooLong)
{
    constexpr std::int64_t day = 86'400;
    const Time begin{1'000'000};
    const auto answer = [&](bool good, std::int64_t after) {
        db().write([&](db::Transaction& tx) { note_answer(tx, one_, good, Time{begin.seconds + after}, day); });
    };
    const auto states = [&] {
        std::string all;
        for (const auto& delivery : list_deliveries(db(), {}, one_).items)
            all = std::string(word_of(delivery.state)).substr(0, 1) + all;
        return all;
    };
    put(one_, "1");
    put(one_, "2");
    put(one_, "3");
    answer(false, 0);
    answer(false, day - 1);
    EXPECT_EQ(states(), "www");
    // A good answer in between begins the day anew.
    answer(true, day - 1);
    answer(false, day);
    answer(false, 2 * day - 1);
    EXPECT_EQ(states(), "www");
    answer(false, 2 * day);
    EXPECT_EQ(states(), "ffw") << "the newest finds out when the receiver is back";
    EXPECT_EQ(jobs(one_), std::vector{std::to_string(waiting().at(0).id)});
    put(one_, "4");
    put(other_, "5");
    EXPECT_EQ(states(), "ffwf");
    EXPECT_EQ(list_deliveries(db(), {}, other_).items.at(0).state, DeliveryState::waiting);
    db().write([&](db::Transaction& tx) {
        put_delivery(tx, {.hook_id = one_, .event = "push", .payload = "asked", .asked_for = true});
    });
    EXPECT_EQ(states(), "ffwfw");
    answer(true, 2 * day);
    put(one_, "6");
    EXPECT_EQ(states(), "ffwfww");
}

TEST_P(Deliveries, WithoutOneThatWaitsTheNextOneFindsOutWhetherTheReceiverIsBack)
{
    db().write([&](db::Transaction& tx) {
        note_answer(tx, one_, false, Time{1000}, 10);
        note_answer(tx, one_, false, Time{1010}, 10);
    });
    put(one_, "1");
    put(one_, "2");
    const auto listed = list_deliveries(db(), {}, one_).items;
    EXPECT_EQ(listed.at(1).state, DeliveryState::waiting);
    EXPECT_EQ(listed.at(0).state, DeliveryState::failed);
    EXPECT_FALSE(listed.at(0).error.empty());
}

TEST_P(Deliveries, OfEachHookOnlyTheNewestAreKept)
{
    for (const auto* payload : {"1", "2", "3", "4"}) put(one_, payload);
    put(other_, "5");
    for (int i = 0; i < 3; ++i) set(waiting().at(0), "delivered");
    const auto forget = [&] { return db().write([](db::Transaction& tx) { return forget_surplus(tx, 1); }); };
    while (forget()) { }
    EXPECT_EQ(list_deliveries(db(), {}, one_).total, 2) << "the newest that is over, and one that waits";
    EXPECT_EQ(list_deliveries(db(), {}, other_).total, 1);
}

INSTANTIATE_TEST_SUITE_P(Engines, Deliveries, testing::Values(Engine::sqlite, Engine::postgres),
                         [](const auto& run) { return run.param == Engine::sqlite ? "Sqlite" : "Postgres"; });

} // namespace
} // namespace cairn::webhooks
