// What is SQLite's own: its file, its threads, and what a crash leaves behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "db/sqlite_readers.hpp"
#include "db/test_database.hpp"

namespace cairn::db {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

class SqliteTest : public testing::Test {
protected:
    SqliteTest()
    {
        database_->write([](Transaction& tx) {
            tx.run("CREATE TABLE parent (id BIGINT PRIMARY KEY)");
            tx.run("CREATE TABLE child (id BIGINT PRIMARY KEY, parent_id BIGINT REFERENCES parent (id))");
        });
    }

    const std::string& path() const { return database_.options().path; }
    static std::size_t open_files()
    {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
    }
    // Behind the driver's back, with none of its checks.
    void run_raw(const char* sql)
    {
        sqlite3* raw = nullptr;
        ASSERT_EQ(sqlite3_open(path().c_str(), &raw), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(raw, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(raw);
        sqlite3_close(raw);
    }

    TestDatabase database_{Options::Engine::sqlite};
};

TEST_F(SqliteTest, HasAnotherStateAfterEveryCommitOfAnybody)
{
    run_raw("INSERT INTO parent VALUES (1), (2)");
    EXPECT_TRUE(database_->first<std::int64_t>("SELECT id AS value FROM parent WHERE id = 1"));
    const auto first = database_->state();
    ASSERT_TRUE(first);
    EXPECT_EQ(database_->state(), first);
    EXPECT_FALSE(database_->write([](Transaction& tx) -> Result<void> {
        tx.run("DELETE FROM parent");
        return fail(Errc::conflict, "it is undone");
    }));
    const auto second = database_->state();
    run_raw("DELETE FROM parent WHERE id = 2"); // a connection that this process's driver knows nothing of
    const auto third = database_->state();
    EXPECT_NE(third, second);
    ASSERT_EQ(std::system(("sqlite3 " + path() + " 'DELETE FROM parent'").c_str()), 0); // another process
    EXPECT_NE(database_->state(), third);
}

TEST_F(SqliteTest, TheFileIsItsOwnersAlone)
{
    struct stat found{};
    for (const char* suffix : {"", "-wal"}) {
        ASSERT_EQ(::stat((path() + suffix).c_str(), &found), 0);
        EXPECT_EQ(found.st_mode & 0777, 0600) << suffix;
    }
}

TEST_F(SqliteTest, ClosingLeavesTheFileAlone)
{
    EXPECT_TRUE(std::filesystem::exists(path() + "-wal"));
    database_.close();
    EXPECT_FALSE(std::filesystem::exists(path() + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(path() + "-shm"));
}

TEST_F(SqliteTest, TheFolderIsMade)
{
    Options options = database_.options();
    const std::string folder = path() + ".d";
    options.path = folder + "/a/b.db";
    EXPECT_THAT(open(options)->check(), IsEmpty());
    std::filesystem::remove_all(folder);
}

TEST_F(SqliteTest, WhatCannotBeOpenedIsNamed)
{
    Options options = database_.options();
    options.path = "/proc/nowhere/cairn.db";
    EXPECT_THAT([&] { open(options); }, ThrowsMessage<DatabaseError>(HasSubstr(options.path)));
    options.path = "";
    EXPECT_THROW(open(options), DatabaseError);

    database_.close();
    std::ofstream(path()) << std::string(10'000, '?');
    EXPECT_THAT([&] { database_.open(); }, ThrowsMessage<DatabaseError>(HasSubstr("not a database")));
}

TEST_F(SqliteTest, ForeignKeysAreKept)
{
    EXPECT_THROW(database_->write([](Transaction& tx) { tx.run("INSERT INTO child (id, parent_id) VALUES (1, 99)"); }),
                 DatabaseError);
    EXPECT_THROW(database_->write([](Transaction& tx) {
        tx.scalar<std::int64_t>("INSERT INTO child (id, parent_id) VALUES (1, 99) RETURNING id");
    }),
                 DatabaseError);
}

TEST_F(SqliteTest, CheckFindsReferencesToNothing)
{
    database_.close();
    run_raw("INSERT INTO child (id, parent_id) VALUES (1, 98), (2, 99)");
    database_.open();
    EXPECT_THAT(database_->check(), ElementsAre("2 rows of child point to rows of parent that do not exist"));
}

TEST_F(SqliteTest, CheckFindsADamagedFile)
{
    database_->write([](Transaction& tx) {
        tx.run("CREATE TABLE text (text TEXT)");
        for (int i = 0; i < 1000; ++i) tx.run("INSERT INTO text (text) VALUES ($1)", std::string(100, 'x'));
    });
    database_.close();
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(16'384).write(std::string(8192, '\xff').data(), 8192);
    file.close();
    database_.open();
    EXPECT_THAT(database_->check(), Contains(HasSubstr("malformed")));
}

TEST_F(SqliteTest, ANewFileMayBeOpenedByManyAtOnce)
{
    Options options = database_.options();
    options.path += ".new";
    std::vector<std::future<std::unique_ptr<Database>>> opened;
    for (int i = 0; i < 8; ++i) opened.push_back(std::async(std::launch::async, [&] { return open(options); }));
    for (auto& one : opened) EXPECT_NO_THROW(one.get());
    std::filesystem::remove(options.path);
}

TEST_F(SqliteTest, ThereIsAConnectionForEachProcessorAndForEachThatEverReadAtOnce)
{
    using Loan = sqlite::Readers::Loan;
    const auto processors = std::max(std::thread::hardware_concurrency(), 1U);
    sqlite::Readers readers(path());
    for (int i = 0; i < 50; ++i) std::thread([&] { const Loan loan(readers); }).join();
    EXPECT_LE(readers.size(), processors);

    std::atomic<int> reading = 0;
    std::vector<std::thread> together;
    for (int i = 0; i < 8; ++i)
        together.emplace_back([&] {
            const Loan loan(readers);
            ++reading;
            while (reading < 8) std::this_thread::yield();
        });
    for (auto& thread : together) thread.join();
    EXPECT_GE(readers.size(), 8);
    EXPECT_LE(readers.size(), std::max(processors, 8U));
    const auto before = readers.size();
    for (int i = 0; i < 50; ++i) std::thread([&] { const Loan loan(readers); }).join();
    EXPECT_LE(readers.size(), std::max<std::size_t>(before, processors));
}

TEST_F(SqliteTest, AThreadMayOutliveManyDatabases)
{
    constexpr int databases = 20;
    std::atomic<Database*> to_read = nullptr;
    std::atomic<bool> ended = false;
    std::thread reader([&] {
        while (!ended)
            if (Database* database = to_read.load()) {
                EXPECT_EQ(database->scalar<std::int64_t>("SELECT 1"), 1);
                to_read = nullptr;
            }
    });
    std::size_t files = 0;
    for (int i = 0; i < databases; ++i) {
        const TestDatabase database(Options::Engine::sqlite);
        to_read = &*database;
        while (to_read) std::this_thread::yield();
        EXPECT_EQ(database->scalar<std::int64_t>("SELECT 2"), 2);
        if (i == 0) files = open_files();
    }
    EXPECT_LT(open_files(), files);
    ended = true;
    reader.join();
}

// A process that writes in parallel is killed at some moment. All that it was told to be committed must be there.
TEST_F(SqliteTest, AKilledProcessLosesNothingThatWasAcknowledged)
{
    constexpr int rounds = 5;
    constexpr int writers = 8;
    constexpr std::size_t acknowledged_at_least = 100;
    database_.close();
    std::vector<std::int64_t> acknowledged;
    for (int round = 0; round < rounds; ++round) {
        int channel[2];
        ASSERT_EQ(::pipe(channel), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const auto database = open(database_.options());
            std::vector<std::thread> threads;
            for (int writer = 0; writer < writers; ++writer)
                threads.emplace_back([&, writer] {
                    for (std::int64_t i = 0;; ++i) {
                        const std::int64_t id = (std::int64_t{round} * writers + writer) * 1'000'000 + i;
                        database->write([&](Transaction& tx) { tx.run("INSERT INTO child (id) VALUES ($1)", id); });
                        if (::write(channel[1], &id, sizeof id) != sizeof id) ::_exit(1);
                    }
                });
            threads.front().join();
            ::_exit(1);
        }
        ASSERT_GT(child, 0);
        ::close(channel[1]);
        const std::size_t enough = acknowledged.size() + acknowledged_at_least;
        std::int64_t id = 0;
        while (::read(channel[0], &id, sizeof id) == sizeof id) { // until the pipe's other end has died
            acknowledged.push_back(id);
            if (acknowledged.size() == enough) ::kill(child, SIGKILL);
        }
        ::close(channel[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFSIGNALED(status));
        ASSERT_GE(acknowledged.size(), enough);

        database_.open();
        EXPECT_THAT(database_->check(), IsEmpty());
        for (const std::int64_t known : acknowledged)
            ASSERT_TRUE(database_->first<std::int64_t>("SELECT id FROM child WHERE id = $1", known)) << known;
        database_.close();
    }
}

} // namespace
} // namespace cairn::db
