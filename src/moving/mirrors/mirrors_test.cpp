#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/test_database.hpp"
#include "events/events.hpp"
#include "jobs/job_table.hpp"
#include "mirrors/pull.hpp"
#include "mirrors/push.hpp"

namespace cairn::mirrors {
namespace {

using repositories::StoredPullMirror;

class MirrorsTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    MirrorsTest()
    {
        settings.security.secret_key = "a secret of the site's";
        db.migrate();
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
    // What waits to be done, of those that follow ours, by its name.
    std::vector<std::string> due()
    {
        return db->all<std::string>("SELECT m.remote_name FROM push_mirror m JOIN job j ON j.kind = 'push_mirror'"
                                    " AND j.key = '' || m.id ORDER BY m.id");
    }
    std::int64_t due_pulls()
    {
        return db->scalar<std::int64_t>("SELECT count(*) FROM job WHERE kind = 'pull_mirror' AND key = $1",
                                        std::to_string(repository.id));
    }
    void ask()
    {
        db->write([&](db::Transaction& tx) { ask_for_pull(tx, repository.id); });
    }
    std::vector<jobs::Job> take()
    {
        const jobs::Wish wish{.kind = pull_kind.name, .order = pull_kind.order, .most = 10, .of_one_owner = 2};
        const auto now = Time::now();
        return db->write([&](db::Transaction& tx) {
            return jobs::take(tx, std::array{wish}, now, Time{now.seconds + 60},
                              GetParam() == db::Options::Engine::sqlite ? jobs::Locks::one_writer
                                                                        : jobs::Locks::skip_locked);
        });
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
    EXPECT_EQ(due_pulls(), 0);
    EXPECT_THAT(due(), testing::ElementsAre("often"));
    db->write([&](db::Transaction& tx) { mark_due(tx, next); });
    EXPECT_EQ(due_pulls(), 1);
    EXPECT_EQ(pull().next_at.seconds, next.seconds + 3600);
}

TEST_P(MirrorsTest, FollowPushesIfTheyShall)
{
    db->write(
        [&](db::Transaction& tx) { follow_push(tx, {.repository_id = repository.id, .pusher_id = 0, .changes = {}}); });
    EXPECT_THAT(due(), testing::ElementsAre("after pushes"));
}

TEST_P(MirrorsTest, AreDoneByOneAtATimeAndOnceMoreIfSomebodyAsks)
{
    EXPECT_TRUE(take().empty());
    ask();
    const auto taken = take();
    ASSERT_EQ(taken.size(), 1);
    EXPECT_EQ(taken[0].key_number(), repository.id);
    EXPECT_TRUE(take().empty());
    for (int i = 0; i < 100; ++i) ask();
    EXPECT_TRUE(take().empty());
    db->write([&](db::Transaction& tx) { jobs::remove(tx, taken[0]); });
    const auto again = take();
    ASSERT_EQ(again.size(), 1);
    db->write([&](db::Transaction& tx) { jobs::remove(tx, again[0]); });
    EXPECT_EQ(due_pulls(), 0);
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
