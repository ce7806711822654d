// Databases of before there was a queue: what waited in the tables of the rooms waits as jobs.
#include <gmock/gmock.h>

#include <ranges>

#include "db/migrations.hpp"
#include "db/test_engines.hpp"
#include "jobs/job_table.hpp"

namespace cairn::jobs {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class Upgrade : public db::EngineTest {
protected:
    void prepare() override
    {
        std::vector<EmbeddedFile> before;
        for (const auto& file : db::embedded_files())
            if (file.name < "0120") before.push_back(file);
        db::migrate(db(), before);
        db().write([](db::Transaction& tx) {
            tx.run("INSERT INTO account (id, kind, name, lower_name, avatar, created_at, updated_at)"
                   " VALUES (7, 'individual', 'ann', 'ann', '', 0, 0)");
            tx.run("INSERT INTO repository (id, owner_id, storage, name, lower_name, audience, units, default_branch,"
                   " created_at, updated_at, mirror) VALUES (3, 7, 'key', 'r', 'r', 0, 1, 'main', 0, 0, TRUE),"
                   " (4, 7, 'other', 's', 's', 0, 1, 'main', 0, 0, FALSE)");
        });
    }

    // "owner key payload" of those of a kind.
    std::vector<std::string> jobs_of(std::string_view kind)
    {
        return db().all<std::string>("SELECT owner || ' ' || key || ' ' || payload AS value FROM job WHERE kind = $1"
                                     " ORDER BY id",
                                     kind);
    }
    void migrate() { db::migrate(db()); }
    void run(db::Sql statement)
    {
        db().write([&](db::Transaction& tx) { tx.run(statement); });
    }
};

TEST_P(Upgrade, LosesNoMail)
{
    run("INSERT INTO outgoing_mail (id, recipient, subject, plain, html, message_id, attempts, failed, last_error,"
        " created_at, due_at) VALUES (1, 'a@x', 's', 'p', '', 'm1', 0, FALSE, '', 10, 10),"
        " (2, 'b@x', 's', 'p', '', 'm2', 3, FALSE, 'no answer', 20, 4000000000),"
        " (3, 'c@x', 's', 'p', '', 'm3', 12, TRUE, 'no such user', 30, 30)");
    migrate();
    EXPECT_THAT(jobs_of("mail"), ElementsAre("a@x 1 ", "b@x 2 ", "c@x 3 "));
    const auto all = list(db(), {.page = 1, .limit = 50}, {.kind = "mail"}).items;
    EXPECT_EQ(all.at(1).attempts, 3);
    EXPECT_EQ(all.at(1).last_error, "no answer");
    EXPECT_EQ(all.at(1).due_at.seconds, 4000000000);
    EXPECT_EQ(all.at(2).state, State::failed);
    EXPECT_THAT(db().all<std::int64_t>("SELECT id FROM outgoing_mail ORDER BY id"), ElementsAre(1, 2));
}

TEST_P(Upgrade, LosesNoNotice)
{
    run("INSERT INTO notice (kind, repository_id, actor_id, created_at) VALUES ('opened', 3, 7, 10),"
        " ('opened', 3, 7, 20), ('opened', 4, 7, 30)");
    migrate();
    EXPECT_THAT(jobs_of("notification"), UnorderedElementsAre("3 3 ", "4 4 "));
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT count(*) FROM notice"), 3);
}

TEST_P(Upgrade, LosesNoDelivery)
{
    run("INSERT INTO webhook (id, place, repository_id, type, name, url, content_type, secret, authorization_header,"
        " events, branch_filter, channel, username, icon_url, color, is_active, created_at, updated_at)"
        " VALUES (5, 'repository', 3, 'gitea', '', 'http://x', 'json', '', '', 1, '', '', '', '', '', TRUE, 0, 0)");
    run("INSERT INTO webhook_delivery (id, hook_id, uuid, event, state, unread, repository_id, payload, created_at,"
        " due_at) VALUES (1, 5, 'u1', 'push', 'delivered', FALSE, 3, '{}', 10, 10),"
        " (2, 5, 'u2', 'push', 'waiting', FALSE, 3, '{}', 20, 20), (3, 5, 'u3', 'push', 'waiting', TRUE, 3, '{}', 30, "
        "30)");
    migrate();
    EXPECT_THAT(jobs_of("webhook"), ElementsAre("5 5 2", "5 5 3"));
}

TEST_P(Upgrade, LosesNothingThatFollowsFromPushes)
{
    run("INSERT INTO issue (id, repository_id, number, is_pull, poster_id, title, body, created_at, updated_at)"
        " VALUES (9, 3, 1, TRUE, 7, 't', '', 0, 0)");
    run("INSERT INTO outdated_figures (repository_id, due_at) VALUES (3, 0)");
    run("INSERT INTO outdated_history (repository_id) VALUES (3), (4)");
    run("INSERT INTO outdated_pulls (repository_id, branch, due_at) VALUES (3, 'main', 0)");
    run("INSERT INTO unread_push (repository_id, pusher_id, ref, before_id, after_id, due_at)"
        " VALUES (4, 7, 'refs/heads/main', '', '', 0)");
    run("INSERT INTO workflow_event (repository_id, event, actor_id, due_at) VALUES (4, 'push', 7, 0)");
    run("INSERT INTO pull_schedule (issue_id, account_id, style, title, message, delete_branch, due, created_at)"
        " VALUES (9, 7, 'merge', '', '', FALSE, TRUE, 0)");
    migrate();
    EXPECT_THAT(jobs_of("repository_index"), UnorderedElementsAre("3 3 ", "4 4 "));
    EXPECT_THAT(jobs_of("post_push"), UnorderedElementsAre("3 3 ", "4 4 "));
    EXPECT_THAT(jobs_of("workflow_trigger"), ElementsAre("4 4 "));
    EXPECT_THAT(jobs_of("scheduled_merge"), ElementsAre("9 9 "));
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT count(*) FROM job WHERE created_at = 0"), 0);
}

TEST_P(Upgrade, LosesNothingThatWaitsForServersElsewhere)
{
    run("INSERT INTO migration (repository_id, doer_id, service, clone_address, credentials, wanted, state, due_at,"
        " lease_until, created_at) VALUES (3, 7, 'git', 'https://x/y', '', 0, 'running', 10, 20, 5),"
        " (4, 7, 'git', 'https://x/z', '', 0, 'done', 0, 0, 5)");
    run("INSERT INTO pull_mirror (repository_id, remote_address, credentials, wiki, interval_seconds, updated_at,"
        " synced_at, next_at, due_at) VALUES (3, 'https://x/y', '', FALSE, 600, 0, 0, 100, 50)");
    run("INSERT INTO push_mirror (id, repository_id, remote_name, remote_address, credentials, interval_seconds,"
        " sync_on_commit, created_at, next_at, due_at) VALUES (1, 3, 'a', 'https://x', '', 0, TRUE, 0, 0, 50),"
        " (2, 3, 'b', 'https://x', '', 0, TRUE, 0, 0, 0)");
    run("INSERT INTO oauth2_application (id, owner_id, name, client_id, secret, redirect_uris, confidential,"
        " created_at, updated_at) VALUES (6, 7, 'app', 'id', '', '', TRUE, 0, 0)");
    run("INSERT INTO oauth2_logout (id, application_id, account_id, sid, attempts, due_at)"
        " VALUES (8, 6, 7, 'sid', 2, 90)");
    migrate();
    EXPECT_THAT(jobs_of("migration"), ElementsAre("7 3 "));
    EXPECT_THAT(jobs_of("pull_mirror"), ElementsAre("7 3 "));
    EXPECT_THAT(jobs_of("push_mirror"), ElementsAre("7 1 "));
    EXPECT_THAT(jobs_of("session_end"), ElementsAre("6 8 "));
    run("INSERT INTO oauth2_logout (id, application_id, account_id, sid) VALUES (9, 6, 7, 'another')");
    EXPECT_THAT(jobs_of("session_end"), ElementsAre("6 8 ", "6 9 ")) << "the database itself writes the next ones";
    EXPECT_EQ(db().scalar<std::int64_t>("SELECT count(*) FROM job WHERE created_at = 0"), 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, Upgrade, db::both_engines(), db::engine_name);

} // namespace
} // namespace cairn::jobs
