#include "jobs/job_table.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "db/database.hpp"
#include "db/test_engines.hpp"

namespace cairn::jobs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class JobTable : public db::EngineTest {
protected:
    void prepare() override { database_->migrate(); }

    void write(const NewJob& job)
    {
        db().write([&](db::Transaction& tx) { put(tx, job); });
    }
    std::vector<Job> take_some(std::int64_t most, Order order = Order::none, Time lease_until = in(60),
                               std::int64_t of_one_owner = 0)
    {
        const Wish wish{.kind = "work", .order = order, .most = most, .of_one_owner = of_one_owner};
        const auto locks = GetParam() == db::Options::Engine::sqlite ? Locks::one_writer : Locks::skip_locked;
        return db().write(
            [&](db::Transaction& tx) { return take(tx, std::span(&wish, 1), Time::now(), lease_until, locks); });
    }
    bool end(const Job& job)
    {
        return db().write([&](db::Transaction& tx) { return remove(tx, job); });
    }
    std::vector<std::string> payloads(const std::vector<Job>& jobs)
    {
        std::vector<std::string> words;
        for (const auto& job : jobs) words.push_back(job.payload);
        return words;
    }
    static Time in(std::int64_t seconds) { return {Time::now().seconds + seconds}; }
};

TEST_P(JobTable, GivesAJobToOneTakerUntilItsLeaseIsOver)
{
    write({.kind = "work"});
    const auto first = take_some(5, Order::none, in(-1));
    ASSERT_THAT(first, SizeIs(1));
    EXPECT_EQ(first[0].attempts, 1);
    const auto second = take_some(5);
    ASSERT_THAT(second, SizeIs(1));
    EXPECT_EQ(second[0].attempts, 2);
    EXPECT_THAT(take_some(5), IsEmpty());
    EXPECT_FALSE(end(first[0])) << "who has lost the lease has no say";
    EXPECT_TRUE(end(second[0]));
    EXPECT_TRUE(backlogs(db()).empty());
}

TEST_P(JobTable, LetsNoOwnerWaitForAllOfAnother)
{
    for (int i = 0; i < 30; ++i) write({.kind = "work", .owner = "busy", .payload = "busy"});
    take_some(1);
    write({.kind = "work", .owner = "quiet", .payload = "quiet"});
    EXPECT_THAT(payloads(take_some(2)), ElementsAre("quiet", "busy"));
}

TEST_P(JobTable, LetsAnOwnerHaveNoMoreAtATimeThanItsKindAllows)
{
    for (int i = 0; i < 5; ++i) write({.kind = "work", .owner = "busy", .payload = "busy"});
    write({.kind = "work", .owner = "quiet", .payload = "quiet"});
    const Wish wish{.kind = "work", .most = 1, .of_one_owner = 2};
    const auto taken = take_some(10, Order::none, in(60), 2);
    EXPECT_THAT(payloads(taken), testing::UnorderedElementsAre("busy", "busy", "quiet"));
    EXPECT_THAT(take_some(10, Order::none, in(60), 2), IsEmpty());
    EXPECT_FALSE(has_ready(db(), std::span(&wish, 1))) << "nobody looks again and again for what may not be taken";
    end(*std::ranges::find(taken, "busy", &Job::owner));
    EXPECT_TRUE(has_ready(db(), std::span(&wish, 1)));
    EXPECT_THAT(payloads(take_some(10, Order::none, in(60), 2)), ElementsAre("busy"));
}

TEST_P(JobTable, IsHisWhoDoesItHimselfUntilTheLeaseIsOver)
{
    const auto held = db().write([&](db::Transaction& tx) { return hold(tx, {.kind = "work", .key = "1"}, in(60)); });
    EXPECT_THAT(take_some(5), IsEmpty());
    EXPECT_TRUE(db().write([&](db::Transaction& tx) { return renew(tx, held, in(-1)); }));
    const auto taken = take_some(5);
    ASSERT_THAT(taken, SizeIs(1));
    EXPECT_EQ(taken[0].attempts, 2);
    EXPECT_FALSE(end(held));
    EXPECT_TRUE(end(taken[0]));
    const auto ended = db().write([&](db::Transaction& tx) { return hold(tx, {.kind = "work"}, in(60)); });
    EXPECT_TRUE(end(ended));
    EXPECT_TRUE(backlogs(db()).empty());
}

TEST_P(JobTable, TriesAgainInItsPlaceWhatIsAskedFor)
{
    for (const auto* payload : {"a1", "a2"}) write({.kind = "work", .key = "a", .payload = payload});
    const auto first = take_some(5, Order::in_turn);
    db().write([&](db::Transaction& tx) { put_off(tx, first.at(0), in(3600), "no answer"); });
    const auto again = retry(db(), first[0].id);
    ASSERT_TRUE(again);
    const auto second = take_some(5, Order::in_turn);
    EXPECT_THAT(payloads(second), ElementsAre("a1"));
    EXPECT_EQ(second[0].attempts, 2);
    db().write([&](db::Transaction& tx) { give_up(tx, second[0], Time::now(), "never"); });
    ASSERT_TRUE(retry(db(), second[0].id));
    const auto third = take_some(5, Order::in_turn);
    EXPECT_THAT(payloads(third), ElementsAre("a2")) << "what was given up has lost its place";
    end(third[0]);
    const auto fourth = take_some(5, Order::in_turn);
    EXPECT_THAT(payloads(fourth), ElementsAre("a1"));
    EXPECT_EQ(fourth[0].attempts, 1) << "it begins anew";
}

TEST_P(JobTable, KeepsWhatWasGivenUpForATimeAndNoMoreThanSoMany)
{
    for (int i = 0; i < 5; ++i) write({.kind = "work", .payload = std::to_string(i)});
    const auto taken = take_some(5);
    db().write([&](db::Transaction& tx) {
        for (std::size_t i = 0; i < 5; ++i) give_up(tx, taken[i], in(static_cast<std::int64_t>(i) * 100 - 450), "no");
    });
    db().write([&](db::Transaction& tx) { forget_failed(tx, in(-400), 2); });
    EXPECT_THAT(payloads(list(db(), {}, {.state = "failed"}).items), ElementsAre("3", "4"));
}

TEST_P(JobTable, KeepsTheOrderOfAKey)
{
    write({.kind = "work", .key = "a", .payload = "a1"});
    write({.kind = "work", .key = "a", .payload = "a2"});
    write({.kind = "work", .key = "b", .payload = "b1"});
    const auto first = take_some(5, Order::in_turn);
    EXPECT_THAT(payloads(first), ElementsAre("a1", "b1"));
    write({.kind = "work", .key = "a", .payload = "a3"});
    EXPECT_THAT(take_some(5, Order::in_turn), IsEmpty());
    db().write([&](db::Transaction& tx) { put_off(tx, first[0], in(-1), "no answer"); });
    const auto again = take_some(5, Order::in_turn);
    EXPECT_THAT(payloads(again), ElementsAre("a1")) << "what is tried again stays before those that came later";
    end(again[0]);
    const auto second = take_some(5, Order::in_turn);
    EXPECT_THAT(payloads(second), ElementsAre("a2"));
    db().write([&](db::Transaction& tx) { give_up(tx, second[0], Time::now(), "never"); });
    EXPECT_THAT(payloads(take_some(5, Order::in_turn)), ElementsAre("a3"));
}

TEST_P(JobTable, MergesWhatWaitsForTheSame)
{
    for (int i = 0; i < 3; ++i) write({.kind = "work", .key = "a"});
    const auto first = take_some(5, Order::merged);
    ASSERT_THAT(first, SizeIs(1));
    for (int i = 0; i < 3; ++i) write({.kind = "work", .key = "a"});
    EXPECT_THAT(take_some(5, Order::merged), IsEmpty());
    end(first[0]);
    const auto second = take_some(5, Order::merged);
    ASSERT_THAT(second, SizeIs(1)) << "what came while it ran is done once more";
    end(second[0]);
    EXPECT_THAT(take_some(5, Order::merged), IsEmpty());
}

TEST_P(JobTable, TriesAtOnceWhatHasChangedWhileItWaited)
{
    write({.kind = "work", .key = "a"});
    const auto first = take_some(5, Order::merged);
    db().write([&](db::Transaction& tx) { put_off(tx, first.at(0), in(3600), "not yet"); });
    EXPECT_THAT(take_some(5, Order::merged), IsEmpty());
    write({.kind = "work", .key = "a"});
    EXPECT_THAT(take_some(5, Order::merged), SizeIs(1));
}

TEST_P(JobTable, WaitsForWhatIsDueLater)
{
    write({.kind = "work", .due = in(3600)});
    EXPECT_THAT(take_some(5), IsEmpty());
    const auto listed = list(db(), {}, {.state = "delayed"});
    ASSERT_EQ(listed.total, 1);
    retry(db(), listed.items[0].id);
    const auto taken = take_some(5);
    ASSERT_THAT(taken, SizeIs(1));
    const auto refused = retry(db(), taken[0].id);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::conflict);
}

TEST_P(JobTable, WaitsForWhatIsDueLaterBehindAnother)
{
    write({.kind = "work", .key = "a"});
    const auto first = take_some(5, Order::merged);
    write({.kind = "work", .key = "a", .due = in(3600)});
    EXPECT_THAT(take_some(5, Order::merged), IsEmpty());
    end(first.at(0));
    EXPECT_THAT(take_some(5, Order::merged), IsEmpty());
    EXPECT_EQ(list(db(), {}, {.state = "delayed"}).total, 1);
}

TEST_P(JobTable, IsGivenBackAsIfItHadNotBeenTaken)
{
    write({.kind = "work"});
    const auto taken = take_some(1);
    db().write([&](db::Transaction& tx) { give_back(tx, taken.at(0)); });
    EXPECT_EQ(take_some(1).at(0).attempts, 1);
}

TEST_P(JobTable, LeavesKindsOfOthersInTheirOrder)
{
    write({.kind = "unknown", .key = "a"});
    write({.kind = "unknown", .key = "a"});
    EXPECT_THAT(take_some(5), IsEmpty());
    EXPECT_FALSE(look(db(), Time::now()).busy) << "nobody here looks at it again and again";
    EXPECT_EQ(list(db(), {}, {.kind = "unknown", .state = "waiting"}).total, 2);
}

INSTANTIATE_TEST_SUITE_P(Engines, JobTable, db::both_engines(), db::engine_name);

} // namespace
} // namespace cairn::jobs
