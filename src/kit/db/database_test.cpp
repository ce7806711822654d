// What both engines must do alike.
#include "db/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

#include "base/blocking_guard.hpp"
#include "db/test_engines.hpp"

namespace cairn::db {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

enum class Color : std::uint8_t { red, green };
BOOST_DESCRIBE_ENUM(Color, red, green)

struct Thing {
    std::int64_t id = 0;
    bool flag = true;
    std::int64_t big = 7;
    double real = 0.5;
    std::string text = "unset";
    Time moment = Time::never();
    Color color = Color::green;
    Json data{};
};
BOOST_DESCRIBE_STRUCT(Thing, (), (id, flag, big, real, text, moment, color, data))

struct Maybe {
    std::optional<bool> flag = true;
    std::optional<std::int64_t> big = 1;
    std::optional<double> real = 1.0;
    std::optional<std::string> text = "set";
    std::optional<Time> moment = Time{1};
    std::optional<Color> color = Color::red;
};
BOOST_DESCRIBE_STRUCT(Maybe, (), (flag, big, real, text, moment, color))

struct Name {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Name, (), (name))

class DatabaseTest : public EngineTest {
protected:
    void prepare() override
    {
        db().write([](Transaction& tx) {
            tx.run("CREATE TABLE thing (id BIGINT PRIMARY KEY, flag BOOLEAN, big BIGINT, real DOUBLE PRECISION, "
                   "text TEXT, moment BIGINT, color TEXT, data TEXT)");
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

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseTest, both_engines(), engine_name);

TEST_P(DatabaseTest, AReferenceToWhatIsGoneIsKnownFromADeletionThatForgetsSomebody)
{
    write([](Transaction& tx) {
        tx.run("CREATE TABLE parent (id BIGINT PRIMARY KEY)");
        tx.run("CREATE TABLE child (parent_id BIGINT NOT NULL REFERENCES parent (id))");
        tx.run("INSERT INTO parent (id) VALUES (1)");
        tx.run("INSERT INTO child (parent_id) VALUES (1)");
    });
    EXPECT_THROW(write([](Transaction& tx) { tx.run("INSERT INTO child (parent_id) VALUES (2)"); }), ReferenceGone);
    EXPECT_THROW(write([](Transaction& tx) { tx.run("UPDATE child SET parent_id = 2"); }), ReferenceGone);
    try {
        write([](Transaction& tx) { tx.run("DELETE FROM parent"); });
        ADD_FAILURE() << "the child has lost its parent";
    } catch (const ReferenceGone&) {
        ADD_FAILURE() << "nothing was gone";
    } catch (const DatabaseError&) {
    }
}

TEST_P(DatabaseTest, EveryKindMakesTheRoundTrip)
{
    const std::string text = "O'Neil \"\\ \n\t % \xC3\xBC \xF0\x9F\x8E\x89 $1";
    const Json data{R"({"a":[1,null]})"};
    write([&](Transaction& tx) {
        tx.run("INSERT INTO thing VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", 1, false,
               std::numeric_limits<std::int64_t>::min(), 0.1, text, Time{1'700'000'000}, Color::red, data);
    });
    const auto thing = db().one<Thing>("SELECT * FROM thing");
    EXPECT_EQ(thing.id, 1);
    EXPECT_FALSE(thing.flag);
    EXPECT_EQ(thing.big, std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(thing.real, 0.1);
    EXPECT_EQ(thing.text, text);
    EXPECT_EQ(thing.moment, Time{1'700'000'000});
    EXPECT_EQ(thing.color, Color::red);
    EXPECT_EQ(thing.data.text, data.text);
}

TEST_P(DatabaseTest, ExtremeNumbersMakeTheRoundTrip)
{
    for (const double number : {0.0, -1.0, 1e308, 5e-324, 1.0 / 3, 123456789.0}) {
        write([&](Transaction& tx) { tx.run("INSERT INTO thing (id, real) VALUES (1, $1)", number); });
        EXPECT_EQ(db().scalar<double>("SELECT real FROM thing"), number);
        write([&](Transaction& tx) { EXPECT_EQ(tx.run("DELETE FROM thing WHERE real = $1", number), 1); });
    }
}

TEST_P(DatabaseTest, EmptyTextIsNotNull)
{
    write([](Transaction& tx) { tx.run("INSERT INTO thing (id, text) VALUES (1, $1)", std::string_view()); });
    EXPECT_EQ(db().scalar<std::optional<std::string>>("SELECT text FROM thing"), "");
}

TEST_P(DatabaseTest, NullLeavesTheDefaultOfAMember)
{
    write([](Transaction& tx) { tx.run("INSERT INTO thing (id) VALUES (1)"); });
    const auto thing = db().one<Thing>("SELECT * FROM thing");
    EXPECT_TRUE(thing.flag);
    EXPECT_EQ(thing.big, 7);
    EXPECT_EQ(thing.text, "unset");
    EXPECT_EQ(thing.color, Color::green);
}

TEST_P(DatabaseTest, NullEmptiesAnOptional)
{
    write([](Transaction& tx) { tx.run("INSERT INTO thing (id, flag) VALUES (1, $1)", nullptr); });
    const auto maybe = db().one<Maybe>("SELECT * FROM thing");
    EXPECT_FALSE(maybe.flag || maybe.big || maybe.real || maybe.text || maybe.moment || maybe.color);
}

TEST_P(DatabaseTest, AnOptionalHoldsWhatIsNotNull)
{
    write([](Transaction& tx) {
        tx.run("INSERT INTO thing (id, flag, big, real, text, moment, color) VALUES (1, $1, $2, $3, $4, $5, $6)",
               std::optional(false), std::optional<std::int64_t>(2), std::optional(2.5),
               std::optional<std::string>("two"), std::optional(Time{2}), std::optional(Color::green));
    });
    const auto maybe = db().one<Maybe>("SELECT * FROM thing");
    EXPECT_EQ(maybe.flag, false);
    EXPECT_EQ(maybe.big, 2);
    EXPECT_EQ(maybe.real, 2.5);
    EXPECT_EQ(maybe.text, "two");
    EXPECT_EQ(maybe.moment, Time{2});
    EXPECT_EQ(maybe.color, Color::green);
}

TEST_P(DatabaseTest, AnUnknownWordOfAChoiceThrows)
{
    write([](Transaction& tx) { tx.run("INSERT INTO thing (id, color) VALUES (1, 'mauve')"); });
    EXPECT_THAT([&] { db().all<Thing>("SELECT * FROM thing"); },
                ThrowsMessage<DatabaseError>(AllOf(HasSubstr("color"), HasSubstr("mauve"))));
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT count(*) FROM thing"), 1);
}

TEST_P(DatabaseTest, TextIsNoNumber)
{
    write([](Transaction& tx) { tx.run("INSERT INTO thing (id, text) VALUES (1, 'one')"); });
    EXPECT_THROW(db().scalar<std::int64_t>("SELECT text FROM thing"), DatabaseError);
    EXPECT_THROW(db().scalar<double>("SELECT text FROM thing"), DatabaseError);
    EXPECT_THROW(db().scalar<bool>("SELECT text FROM thing"), DatabaseError);
}

TEST_P(DatabaseTest, AMemberWithoutAColumnThrowsEvenWithoutRows)
{
    EXPECT_THAT([&] { db().all<Thing>("SELECT id, flag FROM thing"); },
                ThrowsMessage<DatabaseError>(HasSubstr("no column big")));
}

TEST_P(DatabaseTest, TwoColumnsForOneMemberThrow)
{
    EXPECT_THAT([&] { db().all<Name>("SELECT a.name, b.name FROM named a, named b"); },
                ThrowsMessage<DatabaseError>(HasSubstr("two columns name")));
}

TEST_P(DatabaseTest, APlainValueIsARowOfOneColumn)
{
    name("a");
    name("b");
    EXPECT_THAT(names(), ElementsAre("a", "b"));
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT count(*) FROM named"), 2);
    EXPECT_TRUE(db().scalar<bool>("SELECT count(*) = 2 FROM named"));
    EXPECT_THROW(db().all<std::string>("SELECT name, name FROM named"), DatabaseError);
}

TEST_P(DatabaseTest, AbsenceIsAnEmptyOptional)
{
    EXPECT_FALSE(db().first<Name>("SELECT * FROM named WHERE name = $1", "nobody"));
    EXPECT_THROW(db().one<Name>("SELECT * FROM named WHERE name = $1", "nobody"), DatabaseError);
}

TEST_P(DatabaseTest, PlaceholdersMayComeInAnyOrderAndAgain)
{
    EXPECT_EQ(db().scalar<std::string>("SELECT CAST($2 AS TEXT) || CAST($1 AS TEXT) || CAST($2 AS TEXT)", "a", "b"),
              "bab");
}

TEST_P(DatabaseTest, ValuesAndPlaceholdersMustAgree)
{
    EXPECT_THROW(db().all<Name>("SELECT * FROM named WHERE name = $1"), DatabaseError);
    EXPECT_THROW(db().all<Name>("SELECT * FROM named WHERE name = $2", "a", "b"), DatabaseError);
    EXPECT_THROW(db().all<Name>("SELECT * FROM named", "a"), DatabaseError);
    EXPECT_TRUE(names().empty());
}

TEST_P(DatabaseTest, BrokenSqlThrowsAndTheNextStatementWorks)
{
    EXPECT_THROW(db().all<Name>("SELEKT"), DatabaseError);
    EXPECT_THROW(db().all<Name>("SELECT * FROM nowhere"), DatabaseError);
    EXPECT_THROW(db().all<Name>("SELECT \"nowhere\" AS name"), DatabaseError);
    EXPECT_TRUE(names().empty());
}

TEST_P(DatabaseTest, TextWithANulByteIsRefused)
{
    using namespace std::string_literals;
    EXPECT_THROW(db().all<Name>("SELECT * FROM named WHERE name = $1", "a\0b"s), DatabaseError);
    EXPECT_THROW(name("a\0b"s), DatabaseError);
    EXPECT_TRUE(names().empty());
}

TEST_P(DatabaseTest, OnlyATransactionWrites)
{
    EXPECT_THROW(db().first<Name>("INSERT INTO named (name) VALUES ('a') RETURNING *"), DatabaseError);
    EXPECT_TRUE(names().empty());
}

TEST_P(DatabaseTest, ATransactionSeesItsOwnChangesAndOthersDoNot)
{
    write([&](Transaction& tx) {
        EXPECT_EQ(tx.one<Name>("INSERT INTO named (name) VALUES ('a'), ('b') RETURNING name").name, "a");
        EXPECT_EQ(tx.scalar<std::int64_t>("SELECT count(*) FROM named"), 2);
        std::thread([&] { EXPECT_TRUE(names().empty()); }).join();
    });
    EXPECT_THAT(names(), ElementsAre("a", "b"));
}

TEST_P(DatabaseTest, RunCountsTheRowsThatItChanged)
{
    write([](Transaction& tx) {
        EXPECT_EQ(tx.run("INSERT INTO named (name) VALUES ('a'), ('b'), ('c')"), 3);
        EXPECT_EQ(tx.run("UPDATE named SET name = name || '!' WHERE name <> $1", "a"), 2);
        EXPECT_EQ(tx.run("CREATE TABLE other (id BIGINT)"), 0);
        EXPECT_EQ(tx.run("DELETE FROM named WHERE name = $1", "nobody"), 0);
        EXPECT_EQ(tx.run("INSERT INTO named (name) VALUES ('a') ON CONFLICT DO NOTHING"), 0);
    });
}

TEST_P(DatabaseTest, AnErrorRollsBackAndIsReturned)
{
    const Result<int> result = write([](Transaction& tx) -> Result<int> {
        tx.run("INSERT INTO named (name) VALUES ('a')");
        return fail(Errc::forbidden, "no");
    });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "no");
    EXPECT_TRUE(names().empty());
}

TEST_P(DatabaseTest, AValueIsReturnedAfterItsCommit)
{
    const Result<std::string> result = write([](Transaction& tx) -> Result<std::string> {
        return tx.one<Name>("INSERT INTO named (name) VALUES ('a') RETURNING name").name;
    });
    EXPECT_EQ(result.value(), "a");
    EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_P(DatabaseTest, WhatFollowsACommitSeesItAndMayWrite)
{
    std::vector<std::int64_t> seen;
    const auto me = std::this_thread::get_id();
    db().write([&](Transaction& tx) {
        tx.run("INSERT INTO thing (id) VALUES (1)");
        tx.after_commit([&] {
            EXPECT_EQ(std::this_thread::get_id(), me);
            seen.push_back(db().scalar<std::int64_t>("SELECT count(*) FROM thing"));
            db().write([](Transaction& then) { then.run("INSERT INTO thing (id) VALUES (2)"); });
        });
        tx.after_commit([] { throw std::runtime_error("which stops nobody"); });
        tx.after_commit([&] { seen.push_back(db().scalar<std::int64_t>("SELECT count(*) FROM thing")); });
    });
    EXPECT_THAT(seen, ElementsAre(1, 2));
}

TEST_P(DatabaseTest, NothingFollowsWhatWasUndone)
{
    int called = 0;
    db().jobs_written().connect([&] { ++called; });
    const auto refused = db().write([&](Transaction& tx) -> Result<> {
        tx.after_commit([&] { ++called; });
        tx.raise_jobs_after_commit();
        return fail(Errc::conflict, "no");
    });
    EXPECT_FALSE(refused);
    EXPECT_ANY_THROW(db().write([&](Transaction& tx) {
        tx.after_commit([&] { ++called; });
        tx.raise_jobs_after_commit();
        throw std::runtime_error("no");
    }));
    EXPECT_EQ(called, 0);
    db().write([&](Transaction& tx) {
        tx.raise_jobs_after_commit();
        tx.raise_jobs_after_commit();
    });
    EXPECT_EQ(called, 1);
    db().jobs_written().connect({});
}

TEST_P(DatabaseTest, AnExceptionRollsBackAndReachesTheCaller)
{
    struct Unrelated { };
    EXPECT_THROW(write([](Transaction& tx) {
                     tx.run("INSERT INTO named (name) VALUES ('a')");
                     throw Unrelated();
                 }),
                 Unrelated);
    EXPECT_TRUE(names().empty());
    name("b");
    EXPECT_THAT(names(), ElementsAre("b"));
}

TEST_P(DatabaseTest, AUniqueViolationIsAValueAndTheTransactionGoesOn)
{
    name("taken");
    write([](Transaction& tx) {
        tx.run("INSERT INTO named (name) VALUES ('before')");
        const auto refused = tx.try_run("INSERT INTO named (name) VALUES ('fresh'), ($1)", "taken");
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Errc::conflict);
        EXPECT_EQ(tx.try_run("INSERT INTO named (name) VALUES ($1)", "after").value(), 1);
    });
    EXPECT_THAT(names(), ElementsAre("after", "before", "taken"));
}

TEST_P(DatabaseTest, OnlyUniqueViolationsAreValues)
{
    EXPECT_THROW(write([](Transaction& tx) { (void)tx.try_run("INSERT INTO named (name) VALUES ($1)", nullptr); }),
                 DatabaseError);
}

TEST_P(DatabaseTest, AUniqueViolationThrowsWhereItWasNotExpected)
{
    name("taken");
    EXPECT_THAT([&] { name("taken"); }, ThrowsMessage<DatabaseError>(HasSubstr("named")));
    EXPECT_THROW(
        write([](Transaction& tx) { tx.one<Name>("INSERT INTO named (name) VALUES ('taken') RETURNING name"); }),
        DatabaseError);
}

TEST_P(DatabaseTest, AWriteInsideOfAWriteIsALogicError)
{
    write([&](Transaction& tx) {
        tx.run("INSERT INTO named (name) VALUES ('outer')");
        EXPECT_THROW(write([](Transaction&) { }), std::logic_error);
    });
    EXPECT_THAT(names(), ElementsAre("outer"));
}

TEST_P(DatabaseTest, AThreadInHurryReadsWhatIsLocalAndDoesNotWrite)
{
    const MustNotBlock hurry(true);
    const auto read = [&] { return db().scalar<std::int64_t>("SELECT 1 AS value"); };
    if (db().reads_are_local()) EXPECT_EQ(read(), 1);
    else EXPECT_THROW(read(), WouldBlock);
    bool began = false;
    EXPECT_THROW(db().write([&](Transaction&) { began = true; }), WouldBlock);
    EXPECT_FALSE(began);
}

TEST_P(DatabaseTest, AnotherDatabaseMayBeWrittenInsideOfAWrite)
{
    TestDatabase other(GetParam());
    write([&](Transaction&) { other->write([](Transaction& tx) { tx.run("CREATE TABLE made (id BIGINT)"); }); });
    EXPECT_EQ(other->scalar<std::int64_t>("SELECT count(*) FROM made"), 0);
}

TEST_P(DatabaseTest, ReadersSeeACommitAtOnce)
{
    for (int i = 0; i < 100; ++i) {
        name(std::to_string(i));
        ASSERT_EQ(db().scalar<std::int64_t>("SELECT count(*) FROM named"), i + 1);
    }
}

TEST_P(DatabaseTest, SixtyFourWritersAllSucceed)
{
    constexpr int writers = 64;
    constexpr int each = 10;
    std::atomic<int> failed = 0;
    std::vector<std::thread> threads;
    threads.reserve(writers);
    for (int writer = 0; writer < writers; ++writer)
        threads.emplace_back([&, writer] {
            for (int i = 0; i < each; ++i) try {
                    name(std::to_string(writer) + "/" + std::to_string(i));
                } catch (const std::exception& error) {
                    ++failed;
                    ADD_FAILURE() << error.what();
                }
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT count(*) FROM named"), writers * each);
}

TEST_P(DatabaseTest, ConcurrentIncrementsAllCount)
{
    write([](Transaction& tx) { tx.run("INSERT INTO thing (id, big) VALUES (1, 0)"); });
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int j = 0; j < 10; ++j)
                write([](Transaction& tx) {
                    const auto before = tx.scalar<std::int64_t>("SELECT big FROM thing WHERE id = 1");
                    tx.run("UPDATE thing SET big = $1 WHERE id = 1", before + 1);
                });
        });
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT big FROM thing"), 40);
}

TEST_P(DatabaseTest, StatementsSurviveAChangeOfTheSchema)
{
    name("a");
    constexpr Sql everything = "SELECT * FROM named";
    EXPECT_EQ(db().one<Name>(everything).name, "a");
    write([](Transaction& tx) {
        tx.run("DROP TABLE named");
        tx.run("CREATE TABLE named (id BIGINT DEFAULT 1, name TEXT NOT NULL UNIQUE)");
        tx.run("INSERT INTO named (name) VALUES ('b')");
    });
    EXPECT_EQ(db().one<Name>(everything).name, "b");
}

TEST_P(DatabaseTest, ComposedTextIsKnownByItsContent)
{
    name("a");
    std::string text = "SELECT name FROM named";
    EXPECT_EQ(db().scalar<std::string>(Sql::composed(text)), "a");
    text = "SELECT 'b'  FROM named"; // in the same place and of the same length
    EXPECT_EQ(db().scalar<std::string>(Sql::composed(text)), "b");
    for (int i = 0; i < 200; ++i) {
        const std::string number = std::to_string(i);
        EXPECT_EQ(db().scalar<std::int64_t>(Sql::composed("SELECT " + number)), i);
    }
}

TEST_P(DatabaseTest, AHealthyDatabaseHasNoProblems) { EXPECT_THAT(db().check(), ElementsAre()); }

} // namespace
} // namespace cairn::db
