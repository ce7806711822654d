// What is PostgreSQL's own: transactions that meet, connections that are lost, the pool.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <thread>

#include "db/postgres_pool.hpp"
#include "db/test_database.hpp"

namespace cairn::db {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class PostgresTest : public testing::Test {
protected:
    void SetUp() override
    {
        if (!TestDatabase::is_available(Options::Engine::postgres)) GTEST_SKIP() << "CAIRN_TEST_POSTGRES is not set";
        database_.emplace(Options::Engine::postgres);
        db().write([](Transaction& tx) {
            tx.run("CREATE TABLE account (id BIGINT PRIMARY KEY, balance BIGINT NOT NULL)");
            tx.run("INSERT INTO account (id, balance) VALUES (1, 100), (2, 100)");
        });
    }

    Database& db() { return **database_; }
    std::int64_t balance(int id) { return db().scalar<std::int64_t>("SELECT balance FROM account WHERE id = $1", id); }

    // Ends the session of a connection, as a restart of the server does.
    void terminate(std::int64_t backend)
    {
        EXPECT_TRUE(db().scalar<bool>("SELECT pg_terminate_backend(CAST($1 AS INTEGER), 10000)", backend));
    }
    std::unique_ptr<Database> with_connections(unsigned connections)
    {
        Options options = database_->options();
        options.connections = connections;
        return open(options);
    }

    std::optional<TestDatabase> database_;
};

TEST_F(PostgresTest, TransactionsThatMeetAreTriedAgain)
{
    std::barrier both_have_read(2);
    std::atomic<int> attempts = 0;
    const auto withdraw_if_both_allow = [&](int from) {
        db().write([&, first = true](Transaction& tx) mutable {
            ++attempts;
            const auto sum = tx.scalar<std::int64_t>("SELECT CAST(sum(balance) AS BIGINT) FROM account");
            if (std::exchange(first, false)) both_have_read.arrive_and_wait();
            if (sum >= 200) tx.run("UPDATE account SET balance = balance - 200 WHERE id = $1", from);
        });
    };
    {
        const std::jthread one([&] { withdraw_if_both_allow(1); });
        const std::jthread two([&] { withdraw_if_both_allow(2); });
    }
    EXPECT_EQ(balance(1) + balance(2), 0) << "both saw 200 and only one may take it";
    EXPECT_GE(attempts, 3);
}

TEST_F(PostgresTest, ASwallowedSerializationFailureIsTriedAgainAllTheSame)
{
    int attempts = 0;
    db().write([&](Transaction& tx) {
        const auto before = tx.scalar<std::int64_t>("SELECT balance FROM account WHERE id = 1");
        if (++attempts == 1) {
            std::jthread([&] {
                db().write([](Transaction& other) { other.run("UPDATE account SET balance = 5 WHERE id = 1"); });
            });
        }
        try {
            tx.run("UPDATE account SET balance = $1 WHERE id = 1", before + 1);
        } catch (const DatabaseError&) {
        }
    });
    EXPECT_EQ(attempts, 2);
    EXPECT_EQ(balance(1), 6);
}

TEST_F(PostgresTest, ALongOneGetsThroughManyShortOnes)
{
    std::atomic<int> short_ones = 0;
    {
        const std::jthread others([&](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                db().write([](Transaction& tx) { tx.run("UPDATE account SET balance = balance + 1 WHERE id = 1"); });
                ++short_ones;
            }
        });
        db().write([&](Transaction& tx) {
            const auto before = tx.scalar<std::int64_t>("SELECT balance FROM account WHERE id = 1");
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            tx.run("UPDATE account SET balance = $1 WHERE id = 1", before + 1000);
        });
        const auto then = short_ones.load();
        while (short_ones < then + 2) std::this_thread::yield(); // it has left the turn to others
    }
    EXPECT_EQ(balance(1), 1100 + short_ones);
}

TEST_F(PostgresTest, ASweepMakesNobodyTryAgain)
{
    int attempts = 0;
    db().write([&](Transaction& tx) {
        ++attempts;
        const auto sum = tx.scalar<std::int64_t>("SELECT CAST(sum(balance) AS BIGINT) FROM account");
        // Each reads what the other changes: one of two writes would have to begin anew.
        std::jthread([&] {
            const auto swept = db().sweep("UPDATE account SET balance = 0 WHERE id = 2"
                                          " AND (SELECT sum(balance) FROM account) > 0");
            EXPECT_EQ(swept, 1);
        });
        tx.run("UPDATE account SET balance = $1 WHERE id = 1", sum);
    });
    EXPECT_EQ(attempts, 1);
    EXPECT_EQ(balance(2), 0);
}

TEST_F(PostgresTest, ASwallowedErrorDoesNotLookLikeACommit)
{
    EXPECT_THAT(
        [&] {
            db().write([](Transaction& tx) {
                tx.run("UPDATE account SET balance = 0 WHERE id = 1");
                EXPECT_THROW(tx.run("SELEKT"), DatabaseError);
            });
        },
        ThrowsMessage<DatabaseError>(HasSubstr("rolled back")));
    EXPECT_EQ(balance(1), 100);
}

TEST_F(PostgresTest, AReadOnALostConnectionIsTriedOnAnother)
{
    const auto other = with_connections(1);
    const auto backend = other->scalar<std::int64_t>("SELECT pg_backend_pid()");
    terminate(backend);
    EXPECT_NE(other->scalar<std::int64_t>("SELECT pg_backend_pid()"), backend);
}

TEST_F(PostgresTest, AWriteWhoseConnectionIsLostBeforeItsCommitIsTriedAgain)
{
    const auto other = with_connections(1);
    int attempts = 0;
    other->write([&](Transaction& tx) {
        tx.run("UPDATE account SET balance = balance + 1 WHERE id = 1");
        if (++attempts == 1) terminate(tx.scalar<std::int64_t>("SELECT pg_backend_pid()"));
        tx.run("UPDATE account SET balance = balance + 1 WHERE id = 2");
    });
    EXPECT_EQ(attempts, 2);
    EXPECT_EQ(balance(1), 101);
    EXPECT_EQ(balance(2), 101);
}

TEST_F(PostgresTest, AWriteWhoseConnectionIsLostInItsCommitIsNotTriedAgain)
{
    db().write([](Transaction& tx) {
        tx.run("CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS "
               "'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10); RETURN NULL; END'");
        tx.run("CREATE CONSTRAINT TRIGGER last_breath AFTER UPDATE ON account DEFERRABLE INITIALLY DEFERRED "
               "FOR EACH ROW EXECUTE FUNCTION die()");
    });
    int attempts = 0;
    EXPECT_THROW(db().write([&](Transaction& tx) {
        ++attempts;
        tx.run("UPDATE account SET balance = 0 WHERE id = 1");
    }),
                 DatabaseError);
    EXPECT_EQ(attempts, 1);
    EXPECT_EQ(balance(1), 100);
}

TEST_F(PostgresTest, OneConnectionIsEnoughForMany)
{
    const auto other = with_connections(1);
    std::vector<std::jthread> threads;
    for (int i = 0; i < 16; ++i)
        threads.emplace_back([&] {
            other->write([](Transaction& tx) { tx.run("UPDATE account SET balance = balance + 1 WHERE id = 1"); });
        });
    threads.clear();
    EXPECT_EQ(balance(1), 116);
}

TEST_F(PostgresTest, AConnectionIsWaitedForOnlySoLong)
{
    Options options = database_->options();
    options.connections = 1;
    postgres::Pool pool(options, std::chrono::milliseconds(20));
    {
        const auto lease = pool.take();
        EXPECT_THAT([&] { pool.take(); }, ThrowsMessage<DatabaseError>(HasSubstr("in use")));
    }
    EXPECT_NO_THROW(pool.take());
}

TEST_F(PostgresTest, AConnectionThatCannotBeOpenedIsNotCountedAsInUse)
{
    Options options = database_->options();
    options.connections = 1;
    options.name = "nowhere";
    postgres::Pool pool(options, std::chrono::milliseconds(20));
    for (int i = 0; i < 3; ++i) EXPECT_THAT([&] { pool.take(); }, ThrowsMessage<DatabaseError>(HasSubstr("nowhere")));
}

TEST_F(PostgresTest, ComposedStatementsLeaveTheServerToo)
{
    const auto other = with_connections(1);
    for (int i = 0; i < 400; ++i) other->scalar<std::int64_t>(Sql::composed("SELECT " + std::to_string(i)));
    EXPECT_LT(other->scalar<std::int64_t>("SELECT count(*) FROM pg_prepared_statements"), 270);
}

TEST_F(PostgresTest, AMissingSchemaIsToldAtOnce)
{
    Options options = database_->options();
    options.schema = "nowhere";
    EXPECT_THAT([&] { open(options); }, ThrowsMessage<DatabaseError>(HasSubstr("schema")));
}

TEST(PostgresAddressTest, NamesPortsAndFolders)
{
    const auto parsed = [](const char* host) {
        const auto address = postgres::parse_address(host);
        return address.host + " " + address.port;
    };
    EXPECT_EQ(parsed("db.example.org:5433"), "db.example.org 5433");
    EXPECT_EQ(parsed("db.example.org"), "db.example.org ");
    EXPECT_EQ(parsed("/run/postgresql"), "/run/postgresql ");
    EXPECT_EQ(parsed("/run/postgresql:5433"), "/run/postgresql 5433");
    EXPECT_EQ(parsed("[::1]:5433"), "::1 5433");
    EXPECT_EQ(parsed("[::1]"), "::1 ");
    EXPECT_EQ(parsed("::1"), "::1 ");
    EXPECT_EQ(parsed(""), " ");
    for (const char* bad : {"name:", "name:x", "name:0", "name:65536", "name:54 32", "[::1]:"})
        EXPECT_THROW(postgres::parse_address(bad), DatabaseError) << bad;
}

} // namespace
} // namespace cairn::db
