// Databases that are read and filled, from each engine into each.
#include "db/snapshot.hpp"

#include <gtest/gtest.h>

#include <map>

#include "db/files_hold.hpp"
#include "db/filling.hpp"
#include "db/test_engines.hpp"

namespace cairn::db {
namespace {

using Engine = Options::Engine;

std::string told(const testing::TestParamInfo<std::pair<Engine, Engine>>& info)
{
    const auto word = [](Engine engine) { return engine == Engine::sqlite ? "Sqlite" : "Postgres"; };
    return std::string(word(info.param.first)) + "To" + word(info.param.second);
}

void add_account(Database& db, std::string_view name, std::string_view description)
{
    db.write([&](Transaction& tx) {
        tx.run("INSERT INTO account (kind, name, lower_name, avatar, description, created_at, updated_at)"
               " VALUES ('individual', $1, $1, 'none', $2, 5, 6)",
               name, description);
    });
}

class SnapshotTest : public testing::TestWithParam<std::pair<Engine, Engine>> {
protected:
    void SetUp() override
    {
        if (!TestDatabase::is_available(GetParam().first) || !TestDatabase::is_available(GetParam().second))
            GTEST_SKIP() << "no PostgreSQL here";
        from.emplace(GetParam().first);
        to.emplace(GetParam().second);
        from->migrate();
        to->migrate();
    }

    static std::map<std::string, std::string> rows_of(const TestDatabase& database)
    {
        const auto snapshot = take_snapshot(database.options());
        std::map<std::string, std::string> rows;
        for (const auto& table : snapshot->tables()) {
            auto& lines = rows[table.name];
            snapshot->read(table, [&](std::string_view line) { lines += line; });
        }
        return rows;
    }

    static void copy(const TestDatabase& source, const TestDatabase& target)
    {
        const auto snapshot = take_snapshot(source.options());
        const auto filling = fill(target.options());
        for (const auto& table : snapshot->tables()) {
            filling->begin(table);
            snapshot->read(table, [&](std::string_view line) { filling->add(line); });
            filling->end(snapshot->last_number(table));
        }
        filling->commit();
    }

    std::optional<TestDatabase> from;
    std::optional<TestDatabase> to;
};

TEST_P(SnapshotTest, EveryRowIsCopiedAsItIs)
{
    add_account(**from, "ann", "a\tb\nc \\N \r\v ü");
    add_account(**from, "bob", "");
    copy(*from, *to);
    const auto rows = rows_of(*from);
    EXPECT_EQ(rows, rows_of(*to));
    EXPECT_NE(rows.at("account").find(R"(a\tb\nc \\N \r\v ü)"), std::string::npos);
}

TEST_P(SnapshotTest, WhatASearchLooksAtComesAlong)
{
    add_account(**from, "ann", "");
    add_account(**to, "gone", "");
    copy(*from, *to);
    const auto found = [&](const char* text) {
        return (*to)->scalar<std::int64_t>("SELECT count(*) AS value FROM account_search WHERE text LIKE $1", text);
    };
    EXPECT_EQ(found("%ann%"), 1);
    EXPECT_EQ(found("%gone%"), 0);
}

TEST_P(SnapshotTest, NumbersGoOnWhereTheyWere)
{
    for (const auto* name : {"a", "b", "c"}) add_account(**from, name, "");
    (*from)->write([](Transaction& tx) { tx.run("DELETE FROM account WHERE name = 'c'"); });
    const auto highest = (*from)->scalar<std::int64_t>("SELECT max(id) AS value FROM account");
    copy(*from, *to);
    add_account(**to, "d", "");
    EXPECT_EQ((*to)->scalar<std::int64_t>("SELECT id AS value FROM account WHERE name = 'd'"), highest + 2);
}

TEST_P(SnapshotTest, TriggersAndReferencesAreBackAfterwards)
{
    add_account(**from, "ann", "");
    copy(*from, *to);
    to->close();
    to->open();
    const auto changes = (*to)->scalar<std::int64_t>("SELECT COALESCE(max(id), 0) AS value FROM account_change");
    add_account(**to, "bob", "");
    EXPECT_GT((*to)->scalar<std::int64_t>("SELECT COALESCE(max(id), 0) AS value FROM account_change"), changes);
    EXPECT_THROW((*to)->write([](Transaction& tx) {
        tx.run("INSERT INTO follow (account_id, followed_id, created_at) VALUES (1000, 1001, 0)");
    }),
                 DatabaseError);
}

TEST_P(SnapshotTest, ARowThatRefersToNothingLeavesTheDatabaseAsItWas)
{
    add_account(**to, "kept", "");
    const auto before = rows_of(*to);
    {
        const auto filling = fill(to->options());
        const auto tables = filling->tables();
        filling->begin(*std::ranges::find(tables, "account", &CopiedTable::name));
        filling->end(0);
        const auto follow = std::ranges::find(tables, "follow", &CopiedTable::name);
        filling->begin(*follow);
        filling->add("7\t8\t8\t8\n");
        filling->end(0);
        EXPECT_THROW(filling->commit(), DatabaseError);
    }
    EXPECT_EQ(rows_of(*to), before);
}

INSTANTIATE_TEST_SUITE_P(EachWay, SnapshotTest,
                         testing::Values(std::pair{Engine::sqlite, Engine::sqlite},
                                         std::pair{Engine::sqlite, Engine::postgres},
                                         std::pair{Engine::postgres, Engine::sqlite},
                                         std::pair{Engine::postgres, Engine::postgres}),
                         told);

TEST(SnapshotTablesTest, BothEnginesHaveTheSame)
{
    if (!TestDatabase::is_available(Engine::postgres)) GTEST_SKIP() << "no PostgreSQL here";
    TestDatabase sqlite(Engine::sqlite);
    TestDatabase postgres(Engine::postgres);
    sqlite.migrate();
    postgres.migrate();
    EXPECT_EQ(take_snapshot(sqlite.options())->tables(), take_snapshot(postgres.options())->tables());
}

class MomentTest : public EngineTest {
protected:
    void prepare() override { database_->migrate(); }
};

INSTANTIATE_TEST_SUITE_P(Engines, MomentTest, both_engines(), engine_name);

TEST_P(MomentTest, ASnapshotIsOfOneMoment)
{
    const auto counted = [](Queries& queries) {
        return queries.scalar<std::int64_t>("SELECT count(*) AS value FROM account WHERE name IN ('ann', 'bob')");
    };
    add_account(db(), "ann", "");
    const auto snapshot = take_snapshot(database_->options());
    add_account(db(), "bob", "");
    EXPECT_EQ(counted(*snapshot), 1);
    EXPECT_EQ(counted(db()), 2);
}

TEST_P(MomentTest, FilesAreHeldForAsLongAsSomebodyHoldsThem)
{
    EXPECT_FALSE(files_are_held(db()));
    {
        const FilesHold hold(db());
        EXPECT_TRUE(files_are_held(db()));
    }
    EXPECT_FALSE(files_are_held(db()));
    db().write([](Transaction& tx) { tx.run("INSERT INTO files_hold (until) VALUES (5)"); });
    EXPECT_FALSE(files_are_held(db())); // of one who died
}

} // namespace
} // namespace cairn::db
