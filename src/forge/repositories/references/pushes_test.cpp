#include "repositories/references/pushes.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "api/site.hpp"
#include "config/settings.hpp"
#include "db/test_database.hpp"
#include "events/events.hpp"
#include "git/test_repository.hpp"
#include "repositories/references/branch.hpp"
#include "repositories/references/branch_check.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "repositories/references/unrecorded_pushes.hpp"

namespace cairn::repositories {
namespace {

std::vector<events::Pushed>& heard()
{
    static std::vector<events::Pushed> all;
    return all;
}

class PushesTest : public git::RepositoryTest, public testing::WithParamInterface<db::Options::Engine> {
protected:
    PushesTest()
    {
        heard().clear();
        bus.add<events::Pushed>([](db::Transaction&, const events::Pushed& event) { heard().push_back(event); });
        db.migrate();
        db->write([&](db::Transaction& tx) {
            ann = tx.scalar<std::int64_t>("INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                                          " VALUES ('individual', 'ann', 'ann', '', 0, 0) RETURNING id");
            id = tx.scalar<std::int64_t>("INSERT INTO repository (owner_id, storage, name, lower_name, audience, units,"
                                         " default_branch, created_at, updated_at)"
                                         " VALUES ($1, $2, 'r', 'r', 0, 1, 'main', 0, 0) RETURNING id",
                                         ann, key);
        });
    }

    StoredRepository stored() { return *find_repository(*db, id); }
    git::ObjectId at(const std::string& name) const { return *git::ObjectId::parse(git("rev-parse " + name)); }
    void record(std::vector<git::RefUpdate> changes)
    {
        const auto opened = git::Repository::open(bare);
        DonePush push{.pusher_id = ann, .changes = std::move(changes)};
        record_push(*db, bus, stored(), *opened, push);
    }
    std::vector<MissedPush> missed() { return find_missed_pushes(*db, store, {}, std::chrono::milliseconds(1)); }
    std::int64_t count(db::Sql sql) { return db->scalar<std::int64_t>(sql); }

    db::TestDatabase db{GetParam()};
    events::Bus bus;
    std::int64_t ann = 0;
    std::int64_t id = 0;
};

TEST_P(PushesTest, TheTableSaysWhatTheBranchIsAt)
{
    write("a.txt", "one\n");
    const auto head = commit("first words");
    record({{.name = "refs/heads/main", .before = {}, .after = at("main")}});
    const auto branch = find_branch(*db, id, "main");
    ASSERT_TRUE(branch);
    EXPECT_EQ(branch->commit_id, head);
    EXPECT_EQ(branch->message, "first words\n");
    EXPECT_EQ(branch->author_email, "ann@example.com");
    EXPECT_EQ(branch->pusher_id, ann);
    EXPECT_FALSE(branch->signed_);
    EXPECT_FALSE(stored().empty);
    EXPECT_EQ(stored().branch_count, 1);
    EXPECT_EQ(count("SELECT count(*) FROM activity WHERE kind = 'commit_repo'"), 1);
    EXPECT_EQ(count("SELECT count(DISTINCT key) FROM job WHERE kind = 'repository_index'"), 1);
    for (const auto& owner : db->all<std::string>("SELECT owner FROM job")) EXPECT_EQ(owner, std::to_string(ann));
    ASSERT_EQ(heard().size(), 1);
    EXPECT_EQ(heard()[0].changes.at(0).after, head);
}

TEST_P(PushesTest, RecordedInTheWrongOrderTheyStillEndWhereGitIs)
{
    commit("one");
    const auto one = at("main");
    commit("two");
    const auto two = at("main");
    record({{.name = "refs/heads/main", .before = one, .after = two}});
    record({{.name = "refs/heads/main", .before = {}, .after = one}});
    EXPECT_EQ(find_branch(*db, id, "main")->commit_id, two.hex());
}

TEST_P(PushesTest, ADeletedBranchLeavesTheTable)
{
    commit("one");
    git("branch gone main");
    record({{.name = "refs/heads/main", .before = {}, .after = at("main")},
            {.name = "refs/heads/gone", .before = {}, .after = at("main")}});
    EXPECT_EQ(stored().branch_count, 2);
    git("branch -D gone");
    record({{.name = "refs/heads/gone", .before = at("main"), .after = {}}});
    EXPECT_FALSE(find_branch(*db, id, "gone"));
    EXPECT_EQ(stored().branch_count, 1);
    EXPECT_EQ(count("SELECT count(*) FROM activity WHERE kind = 'delete_branch'"), 1);
}

TEST_P(PushesTest, TheFirstBranchIsTheDefaultUnlessTheConfiguredOneComes)
{
    commit("one");
    git("branch trunk main");
    git("update-ref -d refs/heads/main");
    record({{.name = "refs/heads/trunk", .before = {}, .after = at("trunk")}});
    EXPECT_EQ(stored().default_branch, "trunk");
    EXPECT_EQ(git("symbolic-ref HEAD"), "refs/heads/trunk");
}

TEST_P(PushesTest, MoreThanATransactionHoldsComeInSeveral)
{
    commit("one");
    std::vector<git::RefUpdate> changes{{.name = "refs/heads/main", .before = {}, .after = at("main")}};
    std::string commands;
    for (int i = 0; i < 250; ++i) {
        changes.push_back({.name = "refs/heads/b" + std::to_string(i), .before = {}, .after = at("main")});
        commands += "create refs/heads/b" + std::to_string(i) + " " + at("main").hex() + "\n";
    }
    git::shell("printf '" + commands + "' | git -C " + bare + " update-ref --stdin");
    record(changes);
    EXPECT_EQ(stored().branch_count, 251);
    EXPECT_EQ(heard().size(), 2);
    EXPECT_LE(count("SELECT count(*) FROM activity"), 20);
}

TEST_P(PushesTest, WhatNobodyRecordedIsFoundAndRecorded)
{
    commit("one");
    git("branch other main");
    record({{.name = "refs/heads/main", .before = {}, .after = at("main")},
            {.name = "refs/heads/other", .before = {}, .after = at("main")}});
    EXPECT_TRUE(missed().empty());
    commit("two");
    git("branch -D other");
    git("branch third main");
    const auto found = missed();
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].changes.size(), 3);
    record_missed_pushes(*db, bus, store, found);
    EXPECT_TRUE(missed().empty());
    EXPECT_EQ(find_branch(*db, id, "main")->commit_id, at("main").hex());
    EXPECT_EQ(heard().back().pusher_id, 0);
}

// A database that does not answer for a while: at the last moment of so many transactions.
std::atomic<int>& refusals()
{
    static std::atomic<int> left;
    return left;
}

void refuse(db::Transaction&, const events::Pushed&)
{
    if (refusals() > 0 && refusals()-- > 0) throw db::Unavailable("it does not answer");
}

TEST_P(PushesTest, WhatTheDatabaseDoesNotTakeIsRecordedWhenItDoes)
{
    bus.add<events::Pushed>(&refuse);
    const config::Settings settings;
    UnrecordedPushes unrecorded(*db, store, {.first = std::chrono::milliseconds(1)});
    api::Site site(*db, settings, bus);
    site.add(unrecorded);
    const auto head = commit("one");
    refusals() = 4;
    const auto opened = git::Repository::open(bare);
    EXPECT_THROW(
        record_push(site, stored(), *opened,
                    {.pusher_id = ann, .changes = {{.name = "refs/heads/main", .before = {}, .after = at("main")}}}),
        db::Unavailable);
    EXPECT_FALSE(find_branch(*db, id, "main"));
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!find_branch(*db, id, "main") && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto branch = find_branch(*db, id, "main");
    ASSERT_TRUE(branch);
    EXPECT_EQ(branch->commit_id, head);
    EXPECT_EQ(branch->pusher_id, ann);
    EXPECT_EQ(count("SELECT count(*) FROM activity"), 1);
}

TEST_P(PushesTest, OfAPushThatIsRecordedInPartTheRestIsLeft)
{
    bus.add<events::Pushed>([](db::Transaction& tx, const events::Pushed& event) {
        if (event.changes.front().name != "refs/heads/b100") refuse(tx, event);
    });
    commit("one");
    DonePush push{.pusher_id = ann};
    std::string commands;
    for (int number = 0; number < 250; ++number) {
        const auto name = "refs/heads/b" + std::to_string(number + 100);
        push.changes.push_back({.name = name, .before = {}, .after = at("main")});
        commands += "create " + name + " " + at("main").hex() + "\\n";
    }
    git::shell("printf '" + commands + "' | git -C " + bare + " update-ref --stdin");
    refusals() = 1;
    const auto opened = git::Repository::open(bare);
    EXPECT_THROW(record_push(*db, bus, stored(), *opened, push), db::Unavailable);
    EXPECT_EQ(push.changes.size(), 50);
    EXPECT_EQ(push.changes.front().name, "refs/heads/b300");
    EXPECT_EQ(push.pusher_id, 0); // so that no feed tells of it twice
    record_push(*db, bus, stored(), *opened, push);
    EXPECT_EQ(count("SELECT count(*) FROM branch"), 250);
}

TEST_P(PushesTest, ARepositoryWithoutAFolderIsNotThisCheckersBusiness)
{
    store.remove(key);
    EXPECT_TRUE(missed().empty());
}

std::vector<db::Options::Engine> engines()
{
    std::vector<db::Options::Engine> all;
    for (auto engine : {db::Options::Engine::sqlite, db::Options::Engine::postgres})
        if (db::TestDatabase::is_available(engine)) all.push_back(engine);
    return all;
}
// Its repository goes while it is at work.
Result<bool> fail_once_deleted(const api::Site& site, std::int64_t repository_id)
{
    if (!find_repository(site.db, repository_id)) return false;
    site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM repository WHERE id = $1", repository_id); });
    return fail(Errc::unavailable, "the folder is not there");
}

TEST_P(PushesTest, WhatIsLeftOfADeletedRepositoryDoesNotWaitAsAFailureDoes)
{
    const config::Settings settings;
    const api::Site site(*db, settings, bus);
    static constexpr Step steps[] = {&fail_once_deleted};
    const auto outcome = steps_kind(site, "steps", steps).handler({.key = std::to_string(id)}, {});
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->word, jobs::Outcome::Word::done);
}

INSTANTIATE_TEST_SUITE_P(Engines, PushesTest, testing::ValuesIn(engines()), [](const auto& engine) {
    return engine.param == db::Options::Engine::sqlite ? "sqlite" : "postgres";
});

} // namespace
} // namespace cairn::repositories
