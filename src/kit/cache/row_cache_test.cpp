// Rows that are kept, and the states that they are kept in, on both engines.
#include <gtest/gtest.h>

#include <thread>

#include "cache/row_cache.hpp"
#include "cache/test_stale_reads.hpp"
#include "cache/verify.hpp"
#include "db/test_engines.hpp"

namespace cairn::cache {
namespace {

using db::CommitState;
using db::EngineTest;
using db::Transaction;

struct Named {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Named, (), (name))

struct Count {
    std::int64_t id = 0;
    std::int64_t value = 0;
};
BOOST_DESCRIBE_STRUCT(Count, (), (id, value))

class RowCacheTest : public EngineTest {
protected:
    void prepare() override
    {
        db().write([](Transaction& tx) {
            tx.run("CREATE TABLE counter (id BIGINT PRIMARY KEY, value BIGINT NOT NULL)");
            tx.run("CREATE TABLE named (name TEXT NOT NULL UNIQUE)");
        });
    }

    template <class F> auto write(F&& work) { return db().write(std::forward<F>(work)); }
    void name(std::string_view name)
    {
        write([&](Transaction& tx) { tx.run("INSERT INTO named (name) VALUES ($1)", name); });
    }
    std::vector<std::string> names() { return db().all<std::string>("SELECT name FROM named ORDER BY name"); }
};

INSTANTIATE_TEST_SUITE_P(Engines, RowCacheTest, db::both_engines(), db::engine_name);

TEST_P(RowCacheTest, WhatIsKeptIsWhatIsThere)
{
    const auto kept = [&](std::string_view name) {
        return row<Named>(db(), "SELECT name FROM named WHERE name = $1", name);
    };
    EXPECT_EQ(kept("ann"), nullptr);
    name("ann");
    name("bob");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(kept("ann")->name, "ann");
        EXPECT_EQ(kept("bob")->name, "bob");
    }
    const auto before = kept("ann");
    write([](Transaction& tx) { tx.run("DELETE FROM named WHERE name = 'ann'"); });
    EXPECT_EQ(kept("ann"), nullptr);
    EXPECT_EQ(before->name, "ann");
    EXPECT_EQ(kept("bob")->name, "bob");
}

TEST_P(RowCacheTest, AStateIsAnotherOneAfterEveryCommit)
{
    name("ann");
    const auto state = [&] {
        std::optional<CommitState> seen;
        EXPECT_NE(row<Named>(db(), "SELECT name FROM named WHERE name = $1", "ann", &seen), nullptr);
        return seen ? seen : db().state();
    };
    // On PostgreSQL it is that of the whole server, where others may write as well.
    const auto rests = [&] {
        for (int i = 0; i < 1000; ++i)
            if (const auto one = state(); one && state() == one) return true;
        return false;
    };
    EXPECT_TRUE(rests());
    std::vector<CommitState> states;
    for (const char* next : {"bob", "carl", "dora"}) {
        states.push_back(state().value());
        name(next);
    }
    states.push_back(state().value());
    for (std::size_t i = 0; i < states.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(states[i], states[j]);
}

// What was begun before a state was seen and committed afterwards makes another one of it.
TEST_P(RowCacheTest, AStateEndsWithTheCommitOfWhatWasUnderWay)
{
    name("ann");
    const auto state = [&] {
        std::optional<CommitState> seen;
        row<Named>(db(), "SELECT name FROM named WHERE name = $1", "ann", &seen);
        return seen ? seen : db().state();
    };
    std::optional<CommitState> during;
    write([&](Transaction& tx) {
        tx.run("INSERT INTO named (name) VALUES ('bob')");
        std::jthread([&] { during = state(); }).join();
    });
    EXPECT_NE(state(), during);
    EXPECT_EQ(names(), (std::vector<std::string>{"ann", "bob"}));
}

TEST_P(RowCacheTest, WhatIsKeptIsNeverOlderThanAWriteThatHasReturned)
{
    write([](Transaction& tx) { tx.run("INSERT INTO counter (id, value) VALUES (1, 0)"); });
    const auto add = [&](std::int64_t value) {
        write([&](Transaction& tx) { tx.run("UPDATE counter SET value = $1", value); });
    };
    const auto read = [&] { return row<Count>(db(), "SELECT * FROM counter WHERE id = $1", 1)->value; };
    EXPECT_EQ(stale_reads(add, read, 10), 0);
}

// A file of SQLite tells its state without being asked, so rows are kept there alone.
TEST_P(RowCacheTest, IsComparedWithWhatIsReadAnewWhereThatIsWanted)
{
    set_verify(db(), true);
    name("ann");
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(row<Named>(db(), "SELECT name FROM named WHERE name = $1", "ann")->name, "ann");
    const auto random = [&] {
        for (int i = 0; i < 3; ++i)
            row<Named>(db(), "SELECT name || CAST(random() AS TEXT) AS name FROM named WHERE name = $1", "ann");
    };
    if (db().state()) EXPECT_THROW(random(), Stale);
    else EXPECT_NO_THROW(random());
}

} // namespace
} // namespace cairn::cache
