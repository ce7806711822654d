// What statements gave and is given again, on both engines; it is SQLite's alone that tells its state, and so is kept.
#include <gtest/gtest.h>

#include "cache/result_cache.hpp"
#include "cache/rows_as_bytes.hpp"
#include "cache/test_stale_reads.hpp"
#include "cache/verify.hpp"
#include "db/composition.hpp"
#include "db/test_engines.hpp"

namespace cairn::cache {
namespace {

using db::EngineTest;
using db::Transaction;

enum class Color : std::uint8_t { red, green };
BOOST_DESCRIBE_ENUM(Color, red, green)

struct Thing {
    std::int64_t id = 0;
    std::string name{};
    std::optional<std::string> note{};
    bool good = false;
    double weight = 0;
    Time made{};
    Color color = Color::red;
};
BOOST_DESCRIBE_STRUCT(Thing, (), (id, name, note, good, weight, made, color))

class ResultCacheTest : public EngineTest {
protected:
    void prepare() override
    {
        db().write([](Transaction& tx) {
            tx.run("CREATE TABLE thing (id BIGINT PRIMARY KEY, name TEXT NOT NULL, note TEXT, good BOOLEAN NOT NULL,"
                   " weight DOUBLE PRECISION NOT NULL, made BIGINT NOT NULL, color TEXT NOT NULL)");
        });
        keep_results(db());
    }

    void add(std::int64_t id, std::string_view name)
    {
        db().write([&](Transaction& tx) {
            tx.run("INSERT INTO thing (id, name, note, good, weight, made, color)"
                   " VALUES ($1, $2, NULL, TRUE, 0.5, 7, 'green')",
                   id, name);
        });
    }
    std::vector<std::string> names() { return db().all<std::string>("SELECT name FROM thing ORDER BY name"); }
    std::optional<Thing> thing(std::int64_t id) { return db().first<Thing>("SELECT * FROM thing WHERE id = $1", id); }
    // Whether what was asked for is given again without the engine, which would give something else.
    bool is_kept()
    {
        const auto random = [&] {
            return db().scalar<std::string>("SELECT CAST(random() AS TEXT) || name FROM thing WHERE id = $1", 1);
        };
        random();
        return random() == random();
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, ResultCacheTest, db::both_engines(), db::engine_name);

TEST_P(ResultCacheTest, WhatIsGivenIsWhatIsThere)
{
    const std::vector<std::string> none;
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(names(), none);
        EXPECT_FALSE(thing(1));
    }
    add(1, "ann");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(names(), std::vector<std::string>{"ann"});
        const auto found = thing(1).value();
        EXPECT_EQ(text_of(type_of<Thing>(), &found),
                  "{id=1 name=\"ann\" note=[] good=true weight=0.500000 made=7 color=green }");
    }
    add(2, "bob");
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(names(), (std::vector<std::string>{"ann", "bob"}));
        EXPECT_EQ(thing(2)->name, "bob");
        EXPECT_EQ(thing(1)->name, "ann");
    }
    db().write([](Transaction& tx) { tx.run("DELETE FROM thing WHERE id = 1"); });
    EXPECT_FALSE(thing(1));
    EXPECT_EQ(names(), std::vector<std::string>{"bob"});
}

TEST_P(ResultCacheTest, IsAskedOfTheEngineTwiceInAStateThatItTells)
{
    add(1, "ann");
    EXPECT_EQ(is_kept(), db().state().has_value());
}

TEST_P(ResultCacheTest, StatementsAreKnownByTextValuesAndForm)
{
    for (std::int64_t id = 1; id <= 3; ++id) add(id, std::string(1, static_cast<char>('a' + id)));
    for (int i = 0; i < 3; ++i) {
        const auto page = db().page<std::string>({.page = 1, .limit = 2}, "SELECT name FROM thing ORDER BY name");
        EXPECT_EQ(page.items, (std::vector<std::string>{"b", "c"}));
        EXPECT_EQ(page.total, 3);
        EXPECT_EQ(db().page<std::string>({.page = 2, .limit = 2}, "SELECT name FROM thing ORDER BY name").items,
                  std::vector<std::string>{"d"});
        for (const char* name : {"b", "c"}) {
            db::Composition query;
            query << "SELECT id FROM thing WHERE name = " << db::bound(std::string_view(name));
            EXPECT_EQ(db().all<std::int64_t>(query), std::vector<std::int64_t>{*name - 'a'});
        }
        EXPECT_EQ(db().all<std::string>("SELECT CAST($1 AS TEXT) || CAST($2 AS TEXT)", "a", "bc").front(), "abc");
        EXPECT_EQ(db().all<std::string>("SELECT CAST($1 AS TEXT) || CAST($2 AS TEXT)", "ab", "c").front(), "abc");
        EXPECT_EQ(db().first<std::string>("SELECT name FROM thing WHERE id = $1", 1), "b");
        EXPECT_EQ(db().all<std::string>("SELECT name FROM thing WHERE id = $1", 1), std::vector<std::string>{"b"});
    }
}

// What a transaction has written and not committed is its own.
TEST_P(ResultCacheTest, ATransactionSeesItsOwn)
{
    add(1, "ann");
    for (int i = 0; i < 3; ++i) names();
    const auto undone = db().write([&](Transaction& tx) -> Result<> {
        tx.run("UPDATE thing SET name = 'eve'");
        EXPECT_EQ(tx.scalar<std::string>("SELECT name FROM thing ORDER BY name"), "eve");
        return fail(Errc::conflict, "as nobody wants it");
    });
    EXPECT_FALSE(undone);
    EXPECT_EQ(names(), std::vector<std::string>{"ann"});
}

TEST_P(ResultCacheTest, IsNeverOlderThanAWriteThatHasReturned)
{
    add(1, "0");
    const auto write = [&](std::int64_t number) {
        db().write([&](Transaction& tx) { tx.run("UPDATE thing SET name = $1", std::to_string(number)); });
    };
    const auto read = [&] { return std::int64_t{std::stoll(thing(1)->name)}; };
    EXPECT_EQ(stale_reads(write, read, 20), 0);
}

TEST_P(ResultCacheTest, IsComparedWithWhatIsReadAnewWhereThatIsWanted)
{
    set_verify(db(), true);
    keep_results(db());
    add(1, "ann");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(thing(1)->name, "ann");
    if (db().state()) EXPECT_THROW(is_kept(), Stale);
    else EXPECT_FALSE(is_kept());
}

TEST(RowsAsBytes, AreNotMadeOfMoreThanIsWanted)
{
    const std::vector<std::string> rows(10, std::string(100, 'a'));
    EXPECT_FALSE(RowsAsBytes::of(type_of<std::vector<std::string>>(), &rows, 500));
    const auto kept = RowsAsBytes::of(type_of<std::vector<std::string>>(), &rows, 5000).value();
    std::vector<std::string> again;
    kept.fill(type_of<std::vector<std::string>>(), &again);
    EXPECT_EQ(again, rows);
}

} // namespace
} // namespace cairn::cache
