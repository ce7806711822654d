#include "cache/id_list_cache.hpp"

#include <gtest/gtest.h>

#include "cache/verify.hpp"
#include "db/test_engines.hpp"

namespace cairn::cache {
namespace {

using db::EngineTest;
using db::Transaction;

class IdListCacheTest : public EngineTest {
protected:
    void prepare() override
    {
        db().write([](Transaction& tx) {
            tx.run("CREATE TABLE item (id BIGINT PRIMARY KEY)");
            tx.run("CREATE TABLE item_change (id BIGINT PRIMARY KEY)");
            tx.run("INSERT INTO item_change (id) VALUES (1)");
        });
    }

    void add(std::int64_t id)
    {
        db().write([&](Transaction& tx) { tx.run("INSERT INTO item (id) VALUES ($1)", id); });
    }
    void note(std::int64_t change)
    {
        db().write([&](Transaction& tx) { tx.run("INSERT INTO item_change (id) VALUES ($1)", change); });
    }
    Ids found(std::int64_t least = 0) { return found(db(), least); }
    static Ids found(db::Queries& from, std::int64_t least)
    {
        db::Composition query("SELECT id FROM item WHERE id > ");
        query << db::bound(least) << " ORDER BY id";
        return *ids(from, versions_in(from, "item_change"), query);
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, IdListCacheTest, db::both_engines(), db::engine_name);

TEST_P(IdListCacheTest, GivesWhatWasFoundUntilAChangeIsNoted)
{
    add(5);
    EXPECT_EQ(found(), Ids{5});
    add(6); // which nothing notes
    EXPECT_EQ(found(), Ids{5});
    EXPECT_EQ(found(5), Ids{6}); // another question
    note(2);
    EXPECT_EQ(found(), (Ids{5, 6}));
}

// A change that has begun earlier may be committed later.
TEST_P(IdListCacheTest, KnowsChangesByTheirIdsAndNotByTheLatest)
{
    note(7);
    EXPECT_EQ(found(), Ids{});
    add(5);
    note(6);
    EXPECT_EQ(found(), Ids{5});
}

TEST_P(IdListCacheTest, KeepsNothingOfATransactionAndWithoutVersions)
{
    add(5);
    const auto undone = db().write([&](Transaction& tx) -> Result<> {
        tx.run("INSERT INTO item (id) VALUES (6)");
        tx.run("INSERT INTO item_change (id) VALUES (2)");
        EXPECT_EQ(found(tx, 0), (Ids{5, 6}));
        return fail(Errc::conflict, "it is undone");
    });
    EXPECT_FALSE(undone);
    note(2);
    EXPECT_EQ(found(), Ids{5});
    db().write([](Transaction& tx) { tx.run("DELETE FROM item_change"); });
    EXPECT_EQ(found(), Ids{5});
    add(7);
    EXPECT_EQ(found(), (Ids{5, 7}));
}

TEST_P(IdListCacheTest, CutsPagesAndCounts)
{
    for (const std::int64_t id : {3, 4, 5, 6, 7}) add(id);
    const db::Composition all("SELECT id FROM item ORDER BY id");
    const auto versions = versions_in(db(), "item_change");
    const auto page = page_of_ids(db(), {.page = 2, .limit = 2}, versions, all);
    EXPECT_EQ(page.items, (Ids{5, 6}));
    EXPECT_EQ(page.total, 5);
    EXPECT_EQ(page_of_ids(db(), {.page = 9, .limit = 2}, versions, all).items, Ids{});
    EXPECT_EQ(count(db(), versions, db::Composition("SELECT count(*) AS value FROM item")), 5);
}

TEST_P(IdListCacheTest, IsComparedWithWhatIsFoundAnewWhereThatIsWanted)
{
    set_verify(db(), true);
    add(5);
    EXPECT_EQ(found(), Ids{5});
    EXPECT_EQ(found(), Ids{5});
    add(6); // a trigger was forgotten
    EXPECT_THROW(found(), Stale);
    note(2);
    EXPECT_EQ(found(), (Ids{5, 6}));
}

// No reader tidies up: the newest change replaces those before it, of its own repository.
TEST_P(IdListCacheTest, TheTablesOfChangesStaySmall)
{
    db::migrate(db());
    db().write([](Transaction& tx) {
        tx.run("INSERT INTO issue_change (repository_id) VALUES (2)");
        for (int i = 0; i < 300; ++i) {
            tx.run("INSERT INTO account_change DEFAULT VALUES");
            tx.run("INSERT INTO repository_change DEFAULT VALUES");
            tx.run("INSERT INTO issue_change (repository_id) VALUES (1)");
        }
    });
    for (const auto& versions : {versions_in(db(), "account_change"), versions_in(db(), "repository_change"),
                                 versions_in(db(), "issue_change WHERE repository_id = 1")}) {
        EXPECT_GE(versions.numbers.size(), 1U);
        EXPECT_LE(versions.numbers.size(), 100U);
    }
    EXPECT_EQ(versions_in(db(), "issue_change WHERE repository_id = 2").numbers.size(), 1U);
}

} // namespace
} // namespace cairn::cache
