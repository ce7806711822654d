// Writes that have met others: committed together, each on its own in all else.
#include "db/postgres_group.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "db/test_database.hpp"

namespace cairn::db::postgres {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class GroupWriterTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!TestDatabase::is_available(Options::Engine::postgres)) GTEST_SKIP() << "CAIRN_TEST_POSTGRES is not set";
        database_.emplace(Options::Engine::postgres);
        db().write([](Transaction& tx) {
            tx.run("CREATE TABLE parent (id BIGINT PRIMARY KEY)");
            tx.run("CREATE TABLE child (id BIGINT PRIMARY KEY, "
                   "parent_id BIGINT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
        });
        pool_.emplace(database_->options());
        writer_.emplace(*pool_, db());
    }

    Database& db() { return **database_; }
    GroupWriter& writer() { return *writer_; }
    std::vector<std::int64_t> children() { return db().all<std::int64_t>("SELECT id FROM child ORDER BY id"); }

    // Runs `works` as one group, in their order: they queue while one before them waits for that.
    std::vector<std::future<void>> run_together(const std::vector<GroupWriter::Work>& works)
    {
        std::vector<std::future<void>> done;
        const auto gate = std::async(std::launch::async, [&] {
            writer().transact([&](Transaction&) {
                while (done.size() < works.size()) {
                    const auto& work = works[done.size()];
                    done.push_back(std::async(std::launch::async, [this, &work] { writer().transact(work); }));
                    while (writer().waiting() < done.size()) std::this_thread::yield();
                }
                return true;
            });
        });
        gate.wait();
        for (auto& one : done) one.wait();
        return done;
    }

    static GroupWriter::Work insert(std::int64_t id)
    {
        return [id](Transaction& tx) { return tx.run("INSERT INTO child (id) VALUES ($1)", id) == 1; };
    }

    std::optional<TestDatabase> database_;
    std::optional<Pool> pool_;
    std::optional<GroupWriter> writer_;
};

TEST_F(GroupWriterTest, WhatHasQueuedUpIsCommittedTogether)
{
    std::vector<GroupWriter::Work> works;
    for (int i = 0; i < 32; ++i) works.push_back(insert(i));
    for (auto& done : run_together(works)) done.get();
    EXPECT_EQ(children().size(), 32);
    EXPECT_EQ(writer().commits(), 2);
}

TEST_F(GroupWriterTest, AGroupHasBounds)
{
    const std::vector works(40, GroupWriter::Work([](Transaction&) { return true; }));
    for (auto& done : run_together(works)) done.get();
    EXPECT_EQ(writer().commits(), 3);
}

TEST_F(GroupWriterTest, AWorkSeesWhatWasCommittedBeforeItCame)
{
    std::future<void> late;
    std::int64_t seen = 0;
    const GroupWriter::Work look = [&](Transaction& tx) {
        seen = tx.scalar<std::int64_t>("SELECT count(*) FROM parent");
        return true;
    };
    writer().transact([&](Transaction& tx) {
        EXPECT_EQ(tx.scalar<std::int64_t>("SELECT count(*) FROM parent"), 0);
        std::jthread([&] { db().write([](Transaction& other) { other.run("INSERT INTO parent (id) VALUES (1)"); }); });
        late = std::async(std::launch::async, [&] { writer().transact(look); });
        while (writer().waiting() == 0) std::this_thread::yield();
        return true;
    });
    late.get();
    EXPECT_EQ(seen, 1);
}

TEST_F(GroupWriterTest, WhatFailsOrIsRefusedTouchesNoOther)
{
    auto done = run_together({
        insert(1),
        [](Transaction& tx) { return tx.run("INSERT INTO child (id) VALUES (2)"), false; },
        insert(1), // it is there
        [](Transaction& tx) -> bool {
            tx.run("INSERT INTO child (id) VALUES (3)");
            throw std::runtime_error("a mistake");
        },
        [](Transaction& tx) {
            tx.run("INSERT INTO child (id) VALUES (4)");
            EXPECT_THROW(tx.run("SELEKT"), DatabaseError);
            return true;
        },
        [](Transaction& tx) { return tx.try_run("INSERT INTO child (id) VALUES (1)").has_value(); },
        insert(5),
    });
    EXPECT_NO_THROW(done[0].get());
    EXPECT_NO_THROW(done[1].get());
    EXPECT_THROW(done[2].get(), DatabaseError);
    EXPECT_THAT([&] { done[3].get(); }, ThrowsMessage<std::runtime_error>("a mistake"));
    EXPECT_THAT([&] { done[4].get(); }, ThrowsMessage<DatabaseError>(HasSubstr("rolled back")));
    EXPECT_NO_THROW(done[5].get());
    EXPECT_NO_THROW(done[6].get());
    EXPECT_THAT(children(), ElementsAre(1, 5));
    EXPECT_EQ(writer().commits(), 2);
}

TEST_F(GroupWriterTest, OneThatWouldNotCommitTouchesNoOther)
{
    auto done = run_together({
        insert(1),
        [](Transaction& tx) { return tx.run("INSERT INTO child (id, parent_id) VALUES (2, 77)") == 1; },
        insert(3),
    });
    EXPECT_NO_THROW(done[0].get());
    EXPECT_THROW(done[1].get(), ReferenceGone);
    EXPECT_NO_THROW(done[2].get());
    EXPECT_THAT(children(), ElementsAre(1, 3));
}

TEST_F(GroupWriterTest, AGroupThatMeetsAnotherIsTriedAgain)
{
    db().write([](Transaction& tx) { tx.run("INSERT INTO parent (id) VALUES (1)"); });
    int first = 0;
    int second = 0;
    auto done = run_together({
        [&](Transaction& tx) { return ++first, tx.run("INSERT INTO child (id) VALUES (1)") == 1; },
        [&](Transaction& tx) {
            const auto before = tx.scalar<std::int64_t>("SELECT id FROM parent");
            if (++second == 1)
                std::jthread([&] { db().write([](Transaction& other) { other.run("UPDATE parent SET id = 5"); }); });
            return tx.run("UPDATE parent SET id = $1", before + 1) == 1;
        },
    });
    for (auto& one : done) one.get();
    EXPECT_EQ(first, 2);
    EXPECT_EQ(second, 2);
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT id FROM parent"), 6);
    EXPECT_THAT(children(), ElementsAre(1));
}

TEST_F(GroupWriterTest, AConnectionThatIsLostBeforeTheCommitIsReplaced)
{
    int attempts = 0;
    auto done = run_together({
        insert(1),
        [&](Transaction& tx) {
            if (++attempts == 1) {
                const auto backend = tx.scalar<std::int64_t>("SELECT pg_backend_pid()");
                EXPECT_TRUE(db().scalar<bool>("SELECT pg_terminate_backend(CAST($1 AS INTEGER), 10000)", backend));
            }
            return tx.run("INSERT INTO child (id) VALUES (2)") == 1;
        },
    });
    for (auto& one : done) one.get();
    EXPECT_EQ(attempts, 2);
    EXPECT_THAT(children(), ElementsAre(1, 2));
}

TEST_F(GroupWriterTest, AWriteInsideOfAWriteIsRefused)
{
    writer().transact([&](Transaction&) {
        EXPECT_THROW(db().write([](Transaction&) { }), std::logic_error);
        return true;
    });
}

TEST_F(GroupWriterTest, ADatabaseCommitsTogetherWhatHasMet)
{
    db().write([](Transaction& tx) { tx.run("INSERT INTO parent (id) VALUES (0)"); });
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            for (int j = 0; j < 25; ++j) db().write([](Transaction& tx) { tx.run("UPDATE parent SET id = id + 1"); });
        });
    threads.clear();
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT id FROM parent"), 200);
}

} // namespace
} // namespace cairn::db::postgres
