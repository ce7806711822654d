#include "db/sqlite_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "db/test_database.hpp"

namespace cairn::db::sqlite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class WriterTest : public testing::Test {
protected:
    WriterTest()
    {
        run("CREATE TABLE parent (id BIGINT PRIMARY KEY)");
        run("CREATE TABLE child (id BIGINT PRIMARY KEY, text TEXT, "
            "parent_id BIGINT REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
    }

    void run(Sql sql)
    {
        writer_.transact([&](Transaction& tx) { return tx.run(sql), true; });
    }
    std::vector<std::int64_t> children() { return file_->all<std::int64_t>("SELECT id FROM child ORDER BY id"); }

    // Runs `works` as one group, in their order: they queue while the first work of the group waits for them.
    std::vector<std::future<void>> run_together(const std::vector<Writer::Work>& works)
    {
        std::vector<std::future<void>> done;
        const auto gate = std::async(std::launch::async, [&] {
            writer_.transact([&](Transaction&) {
                for (const auto& work : works) {
                    done.push_back(std::async(std::launch::async, [this, work] { writer_.transact(work); }));
                    while (writer_.waiting() < done.size()) std::this_thread::yield();
                }
                return true;
            });
        });
        gate.wait();
        for (auto& one : done) one.wait();
        return done;
    }

    static Writer::Work insert(std::int64_t id)
    {
        return [id](Transaction& tx) { return tx.run("INSERT INTO child (id) VALUES ($1)", id) == 1; };
    }

    TestDatabase file_{Options::Engine::sqlite};
    Writer writer_{file_.options().path, {.works = 100, .time = std::chrono::hours(1)}};
};

TEST_F(WriterTest, WhatHasQueuedUpIsCommittedTogether)
{
    std::vector<Writer::Work> works;
    works.reserve(63);
    for (int i = 0; i < 63; ++i) works.push_back(insert(i));
    const auto before = writer_.commits();
    for (auto& done : run_together(works)) done.get();
    EXPECT_EQ(children().size(), 63);
    EXPECT_EQ(writer_.commits() - before, 1);
}

TEST_F(WriterTest, AGroupHasBounds)
{
    const std::vector works(250, Writer::Work([](Transaction&) { return true; }));
    const auto before = writer_.commits();
    for (auto& done : run_together(works)) done.get();
    EXPECT_EQ(writer_.commits() - before, 3); // of 100, 100, and 50 with the gate
}

TEST_F(WriterTest, AnErrorUndoesItsOwnWorkAlone)
{
    const auto insert_and = [](std::int64_t id, auto end) -> Writer::Work {
        return [=](Transaction& tx) {
            tx.run("INSERT INTO child (id) VALUES ($1)", id);
            return end(tx);
        };
    };
    auto done = run_together({
        insert(1),
        insert_and(2, [](Transaction&) { return false; }),
        insert(3),
        insert_and(4, [](Transaction&) -> bool { throw std::runtime_error("mine"); }),
        insert_and(5, [](Transaction& tx) { return tx.run("SELEKT") == 0; }),
        insert(6),
    });
    for (const int fine : {0, 1, 2, 5}) EXPECT_NO_THROW(done[fine].get());
    EXPECT_THAT([&] { done[3].get(); }, ThrowsMessage<std::runtime_error>("mine"));
    EXPECT_THROW(done[4].get(), DatabaseError);
    EXPECT_THAT(children(), ElementsAre(1, 3, 6));
}

TEST_F(WriterTest, AReferenceToNothingFailsBeforeItCanFailTheGroup)
{
    auto done = run_together({
        insert(1),
        [](Transaction& tx) { return tx.run("INSERT INTO child (id, parent_id) VALUES (2, 99)") == 1; },
        [](Transaction& tx) {
            tx.run("INSERT INTO child (id, parent_id) VALUES (3, 7)");
            return tx.run("INSERT INTO parent (id) VALUES (7)") == 1; // in time, because the constraint is deferred
        },
    });
    EXPECT_NO_THROW(done[0].get());
    EXPECT_THAT([&] { done[1].get(); }, ThrowsMessage<DatabaseError>(HasSubstr("foreign key")));
    EXPECT_NO_THROW(done[2].get());
    EXPECT_THAT(children(), ElementsAre(1, 3));
}

TEST_F(WriterTest, AnErrorThatEndsTheTransactionReachesTheWholeGroup)
{
    auto done = run_together({
        insert(1),
        // A full disk: SQLite then rolls back everything.
        [&](Transaction& tx) {
            const auto pages = tx.scalar<std::int64_t>("PRAGMA page_count");
            tx.scalar<std::int64_t>(Sql::composed("PRAGMA max_page_count = " + std::to_string(pages)));
            return tx.run("INSERT INTO child (id, text) VALUES (2, $1)", std::string(100'000, 'x')) == 1;
        },
        [](Transaction& tx) {
            tx.scalar<std::int64_t>("PRAGMA max_page_count = 1000000");
            return tx.run("INSERT INTO child (id) VALUES (3)") == 1;
        },
    });
    for (const std::size_t job : {0, 1})
        EXPECT_THAT([&] { done[job].get(); }, ThrowsMessage<StorageFull>(HasSubstr("full")));
    EXPECT_NO_THROW(done[2].get()) << "the next group is a new transaction";
    EXPECT_THAT(children(), ElementsAre(3));
}

TEST_F(WriterTest, AFailedCommitReachesTheWholeGroup)
{
    // From now on no file may grow, as on a full disk; the log is written by the commit.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit unlimited{};
    ::getrlimit(RLIMIT_FSIZE, &unlimited);
    auto done = run_together({
        insert(1),
        [](Transaction&) { return false; },
        [&](Transaction& tx) {
            const rlimit nothing{0, unlimited.rlim_max};
            EXPECT_TRUE(insert(2)(tx));
            return ::setrlimit(RLIMIT_FSIZE, &nothing) == 0;
        },
    });
    ::setrlimit(RLIMIT_FSIZE, &unlimited);
    for (auto& one : done) EXPECT_THROW(one.get(), DatabaseError);
    EXPECT_THAT(children(), ElementsAre());
    writer_.transact(insert(3));
    EXPECT_THAT(children(), ElementsAre(3));
}

TEST_F(WriterTest, AnotherWriterOfTheSameFileIsWaitedFor)
{
    Writer other(file_.options().path); // as the command line is, beside a running server
    std::future<void> second;
    writer_.transact([&](Transaction& tx) {
        second = std::async(std::launch::async, [&] { other.transact(insert(2)); });
        while (other.waiting() == 0) std::this_thread::yield();
        return insert(1)(tx);
    });
    EXPECT_NO_THROW(second.get());
    EXPECT_THAT(children(), ElementsAre(1, 2));
}

TEST_F(WriterTest, AWriteFromItsOwnThreadIsALogicError)
{
    writer_.transact([&](Transaction&) {
        EXPECT_THROW(writer_.transact(insert(1)), std::logic_error);
        return true;
    });
}

TEST_F(WriterTest, TheLogIsMovedIntoTheFileAndUsedAgain)
{
    for (std::int64_t i = 0; i < 60; ++i)
        writer_.transact([&](Transaction& tx) {
            return tx.run("INSERT INTO child (id, text) VALUES ($1, $2)", i, std::string(200'000, 'x')) == 1;
        });
    EXPECT_EQ(children().size(), 60);
    EXPECT_LT(std::filesystem::file_size(file_.options().path + "-wal"), 6'000'000); // of 12 million that were written
}

TEST_F(WriterTest, TheLogIsMovedIntoTheFileWhenNobodyWrites)
{
    const std::string text(10'000, 'x');
    writer_.transact([&](Transaction& tx) { return tx.run("INSERT INTO child (id, text) VALUES (1, $1)", text) == 1; });
    const auto is_in_the_file = [&] {
        std::ifstream file(file_.options().path, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {}).find(text.substr(0, 2000)) != std::string::npos;
    };
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!is_in_the_file() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    EXPECT_TRUE(is_in_the_file());
}

} // namespace
} // namespace cairn::db::sqlite
