#include "jobs/queue.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "db/test_engines.hpp"
#include "jobs/job_table.hpp"

namespace cairn::jobs {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

// What was done, in its order; whoever waits for it is told.
class Notes {
public:
    void add(const std::string& word)
    {
        const std::lock_guard lock(mutex_);
        words_.push_back(word);
        changed_.notify_all();
    }
    bool wait_for(std::size_t count, std::chrono::milliseconds most = 20s)
    {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, most, [&] { return words_.size() >= count; });
    }
    std::vector<std::string> all() const
    {
        const std::lock_guard lock(mutex_);
        return words_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> words_;
};

class QueueTest : public db::EngineTest {
protected:
    void prepare() override { database_->migrate(); }

    // Nothing is found by looking for it.
    static Queue::Options options() { return {.look_again = 1h}; }

    void write(const NewJob& job)
    {
        db().write([&](db::Transaction& tx) { put(tx, job); });
    }
    Kind noting(Notes& notes, std::string name = "work")
    {
        return {.name = std::move(name), .handler = [&notes](const Job& job, const std::stop_token&) {
                    notes.add(job.payload);
                    return Outcome::done();
                }};
    }
    bool becomes(auto condition)
    {
        const auto deadline = std::chrono::steady_clock::now() + 20s;
        while (!condition()) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            std::this_thread::sleep_for(2ms);
        }
        return true;
    }
    std::vector<Job> rows() { return list(db(), {.page = 1, .limit = 1000}, {}).items; }
};

TEST_P(QueueTest, AKindWithNothingToDoKeepsNoThreadFromOthers)
{
    Notes notes;
    auto with_one = options();
    with_one.here = 1;
    Queue queue(db(), with_one);
    queue.add(noting(notes, "idle"));
    queue.add(noting(notes, "late"));
    queue.start();
    write({.kind = "late", .payload = "done"});
    write({.kind = "late", .payload = "done too"});
    EXPECT_TRUE(notes.wait_for(2));
}

TEST_P(QueueTest, BeginsWithTheCommitAndNotBefore)
{
    Notes notes;
    Queue queue(db(), options());
    queue.add(noting(notes));
    queue.start();
    write({.kind = "work", .payload = "first"});
    ASSERT_TRUE(notes.wait_for(1));
    const auto undone = db().write([&](db::Transaction& tx) -> Result<> {
        put(tx, {.kind = "work", .payload = "undone"});
        return fail(Errc::conflict, "no");
    });
    EXPECT_FALSE(undone);
    write({.kind = "work", .payload = "second"});
    ASSERT_TRUE(notes.wait_for(2));
    EXPECT_THAT(notes.all(), ElementsAre("first", "second"));
    EXPECT_TRUE(becomes([&] { return rows().empty(); }));
    EXPECT_TRUE(becomes([&] { return queue.figures().at(0).done == 2; }));
    EXPECT_EQ(queue.figures().at(0).running, 0);
}

TEST_P(QueueTest, FindsWhatWasWrittenWhileNobodyListened)
{
    write({.kind = "work", .payload = "old"});
    Notes notes;
    Queue queue(db(), options());
    queue.add(noting(notes));
    queue.start();
    EXPECT_TRUE(notes.wait_for(1));
}

TEST_P(QueueTest, TriesAgainAfterAPauseThatGrows)
{
    Queue queue(db(), options());
    queue.add(
        {.name = "work",
         .handler = [](const Job&, const std::stop_token&) -> Result<Outcome> { throw std::runtime_error("down"); },
         .retry = {.first_pause = 1000, .longest_pause = 3000, .most_attempts = 3}});
    queue.start();
    const auto before = Time::now().seconds;
    write({.kind = "work"});
    const auto is_delayed = [&](std::int64_t attempts) {
        const auto all = rows();
        return all.size() == 1 && all[0].state == State::delayed && all[0].attempts == attempts;
    };
    ASSERT_TRUE(becomes([&] { return is_delayed(1); }));
    EXPECT_EQ(rows()[0].last_error, "down");
    EXPECT_GE(rows()[0].due_at.seconds, before + 750);
    EXPECT_LE(rows()[0].due_at.seconds, Time::now().seconds + 1250);
    const auto hurry = [&] { retry(db(), rows()[0].id); };
    hurry();
    ASSERT_TRUE(becomes([&] { return is_delayed(2); }));
    EXPECT_GE(rows()[0].due_at.seconds, before + 1500);
    hurry();
    ASSERT_TRUE(becomes([&] { return rows().at(0).state == State::failed; }));
    EXPECT_EQ(rows()[0].attempts, 3);
    EXPECT_TRUE(becomes([&] { return queue.figures().at(0).failed == 3; }));
}

TEST_P(QueueTest, GivesUpWhatIsOfNoUse)
{
    Notes notes;
    Queue queue(db(), options());
    queue.add({.name = "work",
               .handler = [](const Job&, const std::stop_token&) -> Result<Outcome> {
                   return fail(Errc::unprocessable, "never");
               },
               .give_up = [&](db::Transaction&, const Job& job) { notes.add(job.payload); }});
    queue.start();
    write({.kind = "work", .payload = "hopeless"});
    ASSERT_TRUE(notes.wait_for(1));
    EXPECT_TRUE(becomes([&] { return rows().at(0).state == State::failed; }));
}

TEST_P(QueueTest, GivesUpWhatTheServerHasDiedOfEachTime)
{
    write({.kind = "work", .payload = "deadly"});
    const Wish wish{.kind = "work", .most = 1};
    const auto locks = GetParam() == db::Options::Engine::sqlite ? Locks::one_writer : Locks::skip_locked;
    for (int death = 0; death < 2; ++death)
        db().write([&](db::Transaction& tx) {
            return take(tx, std::span(&wish, 1), Time::now(), Time{Time::now().seconds - 1}, locks);
        });
    Notes notes;
    Queue queue(db(), options());
    auto kind = noting(notes);
    kind.retry.most_attempts = 2;
    queue.add(std::move(kind));
    queue.start();
    ASSERT_TRUE(becomes([&] { return rows().at(0).state == State::failed; }));
    EXPECT_TRUE(notes.all().empty());
}

TEST_P(QueueTest, KeepsTheOrderOfEachKeyAndRunsKeysBesideEachOther)
{
    Notes notes;
    std::atomic<int> at_once = 0;
    std::atomic<int> most = 0;
    std::mutex mutex;
    std::set<std::string> under_way;
    std::atomic<bool> met = false;
    Queue queue(db(), options());
    queue.add({.name = "work",
               .handler =
                   [&](const Job& job, const std::stop_token&) {
                       {
                           const std::lock_guard lock(mutex);
                           if (!under_way.insert(job.key).second) met = true;
                       }
                       most = std::max(most.load(), ++at_once);
                       std::this_thread::sleep_for(1ms);
                       notes.add(job.key + job.payload);
                       --at_once;
                       const std::lock_guard lock(mutex);
                       under_way.erase(job.key);
                       return Outcome::done();
                   },
               .concurrency = 4,
               .order = Order::in_turn});
    db().write([&](db::Transaction& tx) {
        for (int i = 10; i < 30; ++i)
            for (const auto* key : {"a", "b", "c"}) put(tx, {.kind = "work", .key = key, .payload = std::to_string(i)});
    });
    queue.start();
    ASSERT_TRUE(notes.wait_for(60));
    EXPECT_FALSE(met);
    EXPECT_GE(most.load(), 2);
    for (const char key : {'a', 'b', 'c'}) {
        auto of_key = notes.all();
        std::erase_if(of_key, [&](const std::string& word) { return word[0] != key; });
        EXPECT_TRUE(std::ranges::is_sorted(of_key)) << key;
    }
}

TEST_P(QueueTest, LeavesThreadsToWhatDoesNotWaitForOthers)
{
    Notes notes;
    Queue queue(db(), {.here = 1, .elsewhere = 2, .look_again = 1h});
    queue.add({.name = "slow",
               .handler = [&](const Job& job, const std::stop_token& stop) -> Result<Outcome> {
                   notes.add(job.payload);
                   while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
                   return fail(Errc::unavailable, "stopped");
               },
               .concurrency = 10,
               .lane = Lane::elsewhere});
    queue.add(noting(notes));
    queue.start();
    for (int i = 0; i < 5; ++i) write({.kind = "slow", .payload = "slow"});
    ASSERT_TRUE(notes.wait_for(2));
    write({.kind = "work", .payload = "quick"});
    ASSERT_TRUE(notes.wait_for(3));
    EXPECT_THAT(notes.all(), ElementsAre("slow", "slow", "quick"));
    queue.stop();
    for (const auto& job : rows()) {
        EXPECT_EQ(job.kind, "slow");
        EXPECT_NE(job.state, State::running) << "it was left for the next start";
        EXPECT_EQ(job.attempts, 0) << "what the program's end has cut short does not count";
    }
    EXPECT_EQ(rows().size(), 5);
}

TEST_P(QueueTest, TakesTheNextOfAnOwnerWhenOneOfHisIsOver)
{
    Notes notes;
    Queue queue(db(), options());
    auto kind = noting(notes);
    kind.concurrency = 4;
    kind.of_one_owner = 1;
    queue.add(std::move(kind));
    queue.start();
    db().write([&](db::Transaction& tx) {
        for (const auto* payload : {"1", "2", "3", "4"}) put(tx, {.kind = "work", .owner = "ann", .payload = payload});
    });
    ASSERT_TRUE(notes.wait_for(4));
    EXPECT_THAT(notes.all(), ElementsAre("1", "2", "3", "4"));
}

TEST_P(QueueTest, ANodeTakesWhatAnotherProcessHasWritten)
{
    Notes notes;
    Queue queue(db(), {.look_again = 20ms});
    queue.add(noting(notes));
    queue.start();
    const auto other = db::open(database_->options());
    other->write([&](db::Transaction& tx) { put(tx, {.kind = "work", .payload = "from elsewhere"}); });
    ASSERT_TRUE(notes.wait_for(1));
}

TEST_P(QueueTest, RenewsTheLeaseOfWhatTakesLong)
{
    Notes notes;
    Queue queue(db(), {.lease = 2s, .look_again = 100ms});
    queue.add({.name = "work",
               .handler =
                   [&](const Job& job, const std::stop_token&) {
                       notes.add(job.payload);
                       std::this_thread::sleep_for(3500ms);
                       return Outcome::done();
                   },
               .concurrency = 2});
    queue.start();
    write({.kind = "work"});
    EXPECT_TRUE(becomes([&] { return queue.figures().at(0).done == 1; }));
    EXPECT_EQ(notes.all().size(), 1);
}

TEST_P(QueueTest, HandsOverAndIsToldTheEnd)
{
    Notes notes;
    std::mutex mutex;
    std::vector<Job> handed;
    Queue queue(db(), {.here = 1, .elsewhere = 1, .look_again = 1h});
    queue.add({.name = "work",
               .handler =
                   [&](const Job& job, const std::stop_token&) {
                       {
                           const std::lock_guard lock(mutex);
                           handed.push_back(job);
                       }
                       notes.add(job.payload);
                       return Outcome::under_way();
                   },
               .concurrency = 3,
               .hands_over = true});
    db().write([&](db::Transaction& tx) {
        for (int i = 0; i < 5; ++i) put(tx, {.kind = "work", .payload = std::to_string(i)});
    });
    queue.start();
    ASSERT_TRUE(notes.wait_for(3));
    EXPECT_TRUE(becomes([&] { return queue.figures().at(0).running == 3; }));
    const auto first = [&] {
        const std::lock_guard lock(mutex);
        return handed.at(0);
    }();
    db().write([&](db::Transaction& tx) { queue.settle(tx, first, Outcome::done()); });
    EXPECT_TRUE(notes.wait_for(4));
    EXPECT_EQ(rows().size(), 4);
}

TEST_P(QueueTest, ASecondNodeTakesNothingTwice)
{
    if (GetParam() == db::Options::Engine::sqlite) GTEST_SKIP() << "SQLite has one server";
    Notes notes;
    const auto other_db = db::open(database_->options());
    Queue one(db(), {.look_again = 20ms});
    Queue other(*other_db, {.look_again = 20ms});
    for (auto* queue : {&one, &other}) {
        auto kind = noting(notes);
        kind.concurrency = 3;
        queue->add(std::move(kind));
        queue->start();
    }
    constexpr std::size_t count = 200;
    for (std::size_t i = 0; i < count; i += 20)
        db().write([&](db::Transaction& tx) {
            for (std::size_t n = i; n < i + 20; ++n) put(tx, {.kind = "work", .payload = std::to_string(n)});
        });
    ASSERT_TRUE(notes.wait_for(count));
    EXPECT_TRUE(becomes([&] { return rows().empty(); }));
    const auto all = notes.all();
    EXPECT_EQ(all.size(), count);
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), count);
}

TEST_P(QueueTest, WhatAKilledServerHasLeftBeginsAnew)
{
    if (GetParam() != db::Options::Engine::sqlite) GTEST_SKIP() << "other nodes may be alive";
    write({.kind = "work", .payload = "left"});
    const Wish wish{.kind = "work", .most = 1};
    db().write([&](db::Transaction& tx) {
        return take(tx, std::span(&wish, 1), Time::now(), Time{Time::now().seconds + 3600}, Locks::one_writer);
    });
    Notes notes;
    Queue queue(db(), options());
    queue.add(noting(notes));
    queue.start();
    EXPECT_TRUE(notes.wait_for(1));
}

INSTANTIATE_TEST_SUITE_P(Engines, QueueTest, db::both_engines(), db::engine_name);

} // namespace
} // namespace cairn::jobs
