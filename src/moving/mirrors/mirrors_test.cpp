#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/test_database.hpp"
#include "events/events.hpp"
#include "mirrors/pull.hpp"
#include "mirrors/push.hpp"
#include "mirrors/turn.hpp"

namespace cairn::mirrors {
namespace {

using repositories::StoredPullMirror;

constexpr Turns turns{
    .waits = "SELECT EXISTS (SELECT 1 FROM pull_mirror WHERE due_at > 0 AND due_at <= $1 AND lease_until <= $1)"
             " AS value",
    .take = "UPDATE pull_mirror SET lease_until = $2 WHERE lease_until <= $1 AND repository_id ="
            " (SELECT min(repository_id) FROM pull_mirror WHERE due_at > 0 AND due_at <= $1 AND lease_until <= $1)"
            " RETURNING *",
    .keep = "UPDATE pull_mirror SET lease_until = $2 WHERE repository_id = $1",
    .end = "UPDATE pull_mirror SET lease_until = 0, due_at = CASE WHEN due_at = $2 THEN 0 ELSE due_at END"
           " WHERE repository_id = $1",
};

class MirrorsTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    MirrorsTest()
    {
        settings.security.secret_key = "a secret of the site's";
        db::migrate(*db);
        db->write([&](db::Transaction& tx) {
            const auto ann =
                tx.scalar<std::int64_t>("INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                                        " VALUES ('individual', 'ann', 'ann', '', 0, 0) RETURNING id");
            repository.id = tx.scalar<std::int64_t>(
                "INSERT INTO repository (owner_id, storage, name, lower_name, audience, units, default_branch,"
                " created_at, updated_at, mirror) VALUES ($1, 'key', 'r', 'r', 0, 1, 'main', 0, 0, TRUE) RETURNING id",
                ann);
            enter_pull_mirror(settings, tx, repository, *remotes::parse_remote("https://ann:pw@example.com/a/b"), 3600,
                              false);
            tx.run("INSERT INTO push_mirror (repository_id, remote_name, remote_address, credentials,"
                   " interval_seconds, sync_on_commit, created_at, next_at)"
                   " VALUES ($1, 'often', 'https://example.com/c', '', 600, FALSE, 0, 100),"
                   " ($1, 'after pushes', 'https://example.com/d', '', 0, TRUE, 0, 0)",
                   repository.id);
        });
    }

    StoredPullMirror pull() { return *repositories::find_pull_mirror(*db, repository.id); }
    std::vector<std::string> due()
    {
        return db->all<std::string>("SELECT remote_name FROM push_mirror WHERE due_at > 0 ORDER BY id");
    }
    void ask()
    {
        db->write([&](db::Transaction& tx) { ask_for_pull(tx, repository.id); });
    }

    db::TestDatabase db{GetParam()};
    config::Settings settings;
    repositories::StoredRepository repository;
};

TEST_P(MirrorsTest, AreTakenUpWhenTheirTimeHasCome)
{
    EXPECT_EQ(pull().remote_address, "https://example.com/a/b");
    EXPECT_EQ(pull().credentials.find("pw"), std::string::npos);
    const auto next = pull().next_at;
    db->write([&](db::Transaction& tx) { mark_due(tx, Time{next.seconds - 1}); });
    EXPECT_EQ(pull().due_at.seconds, 0);
    EXPECT_THAT(due(), testing::ElementsAre("often"));
    db->write([&](db::Transaction& tx) { mark_due(tx, next); });
    EXPECT_EQ(pull().due_at, next);
    EXPECT_EQ(pull().next_at.seconds, next.seconds + 3600);
}

TEST_P(MirrorsTest, FollowPushesIfTheyShall)
{
    const auto told = db->write([&](db::Transaction& tx) {
        return follow_push(tx, {.repository_id = repository.id, .pusher_id = 0, .changes = {}});
    });
    EXPECT_TRUE(told);
    EXPECT_THAT(due(), testing::ElementsAre("after pushes"));
}

TEST_P(MirrorsTest, AreDoneByOneAtATimeAndOnceMoreIfSomebodyAsks)
{
    EXPECT_FALSE(take_turn<StoredPullMirror>(*db, turns));
    ask();
    const auto taken = take_turn<StoredPullMirror>(*db, turns);
    ASSERT_TRUE(taken);
    EXPECT_FALSE(take_turn<StoredPullMirror>(*db, turns));
    ask();
    EXPECT_FALSE(take_turn<StoredPullMirror>(*db, turns));
    db->write([&](db::Transaction& tx) { end_turn(tx, turns, repository.id, taken->due_at); });
    EXPECT_GT(pull().due_at, taken->due_at);
    db->write([&](db::Transaction& tx) { end_turn(tx, turns, repository.id, pull().due_at); });
    EXPECT_EQ(pull().due_at.seconds, 0);
}

TEST_P(MirrorsTest, AreNotPutOffByWhoAsksOften)
{
    const auto before = Time::now();
    for (int i = 0; i < 100; ++i) ask();
    EXPECT_LE(pull().due_at.seconds, Time::now().seconds + 1);
    EXPECT_GE(pull().due_at, before);
}

TEST_P(MirrorsTest, CanBeMadeRepositoriesOfTheirOwn)
{
    db->write([&](db::Transaction& tx) { end_pull_mirror(tx, repository.id); });
    EXPECT_FALSE(repositories::find_pull_mirror(*db, repository.id));
    EXPECT_FALSE(repositories::find_repository(*db, repository.id)->mirror);
}

std::vector<db::Options::Engine> engines()
{
    std::vector<db::Options::Engine> all;
    for (auto engine : {db::Options::Engine::sqlite, db::Options::Engine::postgres})
        if (db::TestDatabase::is_available(engine)) all.push_back(engine);
    return all;
}
INSTANTIATE_TEST_SUITE_P(Engines, MirrorsTest, testing::ValuesIn(engines()), [](const auto& engine) {
    return engine.param == db::Options::Engine::sqlite ? "sqlite" : "postgres";
});

} // namespace
} // namespace cairn::mirrors
