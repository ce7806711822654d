// What is told of a repository's past: blame, the history of a file, who holds a commit, the graph, statistics.
#include "config/settings.hpp"
#include "contents/blame.hpp"
#include "contents/commit_graph.hpp"
#include "contents/file_history.hpp"
#include "contents/holders.hpp"
#include "contents/statistics.hpp"
#include "db/test_database.hpp"
#include "events/events.hpp"
#include "git/store/repositories.hpp"
#include "git/test_repository.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {
namespace {

using git::ObjectId;

class PastTest : public git::RepositoryTest, public testing::WithParamInterface<db::Options::Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "CAIRN_TEST_POSTGRES is not set";
        db.emplace(GetParam());
        db->migrate();
        (*db)->write([&](db::Transaction& tx) {
            const auto ann =
                tx.scalar<std::int64_t>("INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                                        " VALUES ('individual', 'Ann', 'ann', '', 0, 0) RETURNING id");
            id = tx.scalar<std::int64_t>("INSERT INTO repository (owner_id, storage, name, lower_name, audience, units,"
                                         " default_branch, empty, created_at, updated_at)"
                                         " VALUES ($1, $2, 'r', 'r', 0, 1, 'main', FALSE, 0, 0) RETURNING id",
                                         ann, key);
        });
        site.emplace(**db, settings, bus);
        site->add(store).add(repositories).add(children);
    }

    repositories::StoredRepository stored() { return *repositories::find_repository(**db, id); }
    ObjectId at(const std::string& name) const { return *ObjectId::parse(git("rev-parse " + name)); }
    git::Repositories::Handle open() { return *repositories.open(key); }

    FileHistory history(const std::string& path, Paging paging = {})
    {
        const auto opened = open();
        auto found = file_history(*site, stored(), *opened, at("main"), path, paging);
        EXPECT_TRUE(found);
        return found.value_or(FileHistory{});
    }

    std::optional<db::TestDatabase> db;
    config::Settings settings;
    events::Bus bus;
    git::Repositories repositories{store};
    git::Children children{git::Children::Options()};
    std::optional<api::Site> site;
    std::int64_t id = 0;
};

TEST_P(PastTest, BlameComesInBlocksWithTheirLines)
{
    write("a.txt", "one\ntwo\nthree\n");
    const auto first = commit("first");
    write("a.txt", "one\n2\nthree\nfour");
    const auto second = commit("second");
    for (int i = 0; i < 2; ++i) { // the second time from memory
        std::string told;
        const auto done = blame_file(*site, stored(), *open(), at("main"), "a.txt",
                                     {.begin = [&](const BlamedFile& file) { told += std::to_string(file.lines); },
                                      .block =
                                          [&](const git::BlameBlock& block, std::span<const std::string_view> lines) {
                                              told += block.commit->id.hex() == first ? " 1:" : " 2:";
                                              for (const auto line : lines) told += std::string(line) + ",";
                                          }});
        EXPECT_TRUE(done);
        EXPECT_EQ(told, "4 1:one, 2:2, 1:three, 2:four,");
    }
}

TEST_P(PastTest, BlameHonorsTheListOfTheSameCommit)
{
    write("a.txt", "int x;\n");
    const auto first = commit("first");
    write("a.txt", "int  x;\n");
    const auto layout = commit("layout");
    write(".git-blame-ignore-revs", "# layout\n" + layout + " # all of it\nnonsense\n" + std::string(40, 'a') + "\n");
    commit("list");
    const auto blamed = [&](const std::string& commit, bool ignoring) {
        std::string who;
        EXPECT_TRUE(blame_file(*site, stored(), *open(), at(commit), "a.txt",
                               {.block = [&](const git::BlameBlock& block, auto) { who = block.commit->id.hex(); }},
                               ignoring));
        return who;
    };
    EXPECT_EQ(blamed("main", true), first);
    EXPECT_EQ(blamed("main", false), layout);
    EXPECT_EQ(blamed("main~1", true), layout);
}

TEST_P(PastTest, BlameIsRefusedForWhatHasNoLines)
{
    write("a.bin", std::string("a\0b", 3));
    write("d/a.txt", "x");
    write("big.txt", std::string(largest_blamed + 1, 'x'));
    commit("first");
    const auto code = [&](const std::string& path) {
        return blame_file(*site, stored(), *open(), at("main"), path, {}).error().code;
    };
    EXPECT_EQ(code("a.bin"), Errc::unprocessable);
    EXPECT_EQ(code("d"), Errc::not_found);
    EXPECT_EQ(code("none"), Errc::not_found);
    EXPECT_EQ(code("big.txt"), Errc::too_large);
}

TEST_P(PastTest, AFileIsFollowedThroughItsRenames)
{
    std::string text;
    for (int i = 0; i < 40; ++i) text += "line " + std::to_string(i) + "\n";
    write("a.txt", text);
    const auto one = commit("one");
    in_work("git mv a.txt b.txt");
    const auto two = commit("two");
    write("b.txt", text + "more\n");
    const auto three = commit("three");
    in_work("mkdir d && git mv b.txt d/c.txt && echo other >> d/c.txt");
    const auto four = commit("four");
    write("unrelated", "x");
    commit("five");
    const auto all = history("d/c.txt");
    ASSERT_EQ(all.commits.size(), 4U);
    EXPECT_EQ(all.commits[0].commit.hex(), four);
    EXPECT_EQ(all.commits[1].commit.hex(), three);
    EXPECT_EQ(all.commits[1].path, "b.txt");
    EXPECT_EQ(all.commits[2].commit.hex(), two);
    EXPECT_EQ(all.commits[3].commit.hex(), one);
    EXPECT_EQ(all.commits[3].path, "a.txt");
    EXPECT_FALSE(all.more);
    for (std::int64_t page = 1; page <= 4; ++page) {
        const auto some = history("d/c.txt", {.page = page, .limit = 1});
        ASSERT_EQ(some.commits.size(), 1U) << page;
        EXPECT_EQ(some.commits[0].commit, all.commits[static_cast<std::size_t>(page - 1)].commit);
        EXPECT_EQ(some.more, page < 4) << page;
    }
    EXPECT_TRUE(history("d/c.txt", {.page = 9, .limit = 1}).commits.empty());
    EXPECT_TRUE(history("none").commits.empty());
}

TEST_P(PastTest, ANewFileWasNothingBefore)
{
    write("a.txt", "one thing\n");
    commit("one");
    in_work("git rm -q a.txt");
    write("b.txt", "something else entirely, and not alike\n");
    commit("two");
    EXPECT_EQ(history("b.txt").commits.size(), 1U);
}

TEST_P(PastTest, BranchesAndTagsHoldACommit)
{
    commit("one");
    in_work("git tag v1 && git checkout -q -b side");
    commit("two");
    in_work("git tag v2 && git push -q origin --tags && git checkout -q main");
    commit("three");
    const auto first = *holders_of(*site, stored(), at("v1"));
    EXPECT_EQ(first.branches, (std::vector<std::string>{"main", "side"}));
    EXPECT_EQ(first.tags, (std::vector<std::string>{"v1", "v2"}));
    const auto second = *holders_of(*site, stored(), at("v2"));
    EXPECT_EQ(second.branches, (std::vector<std::string>{"side"}));
    EXPECT_EQ(second.tags, (std::vector<std::string>{"v2"}));
    const auto one = *holders_of(*site, stored(), at("v1"), 1);
    EXPECT_EQ(one.branches.size(), 1U);
    EXPECT_TRUE(one.more_branches);
    const ObjectId tips[] = {at("side"), at("main")};
    const auto far = distances(*open(), tips, at("main"));
    ASSERT_TRUE(far.at(0));
    EXPECT_EQ(far[0]->ahead, 1U);
    EXPECT_EQ(far[0]->behind, 1U);
    EXPECT_EQ(far.at(1)->ahead, 0U);
}

TEST_P(PastTest, TheGraphHasALaneForEachSide)
{
    const auto one = commit("one");
    in_work("git checkout -q -b side");
    const auto two = commit("two");
    in_work("git checkout -q main");
    const auto three = commit("three");
    in_work("git merge -q --no-ff -m four side && git push -q origin main");
    const ObjectId tips[] = {at("main")};
    const auto graph = *commit_graph(*site, stored(), tips, {.page = 1, .limit = 10});
    ASSERT_EQ(graph.rows.size(), 4U);
    EXPECT_EQ(graph.lanes, 2U);
    EXPECT_FALSE(graph.more);
    EXPECT_EQ(graph.rows[0].parents.size(), 2U);
    EXPECT_EQ(graph.rows[0].lines, (std::vector<GraphLine>{{0, 0}, {0, 1}}));
    EXPECT_EQ(graph.rows[3].commit.hex(), one);
    EXPECT_EQ(graph.rows[3].lane, 0U);
    // Both sides come together at the last row.
    EXPECT_EQ(graph.rows[2].lines.size(), 2U);
    for (const auto& line : graph.rows[2].lines) EXPECT_EQ(line.to, 0U);
    EXPECT_TRUE(graph.rows[3].lines.empty());
    const auto page = *commit_graph(*site, stored(), tips, {.page = 2, .limit = 2});
    ASSERT_EQ(page.rows.size(), 2U);
    EXPECT_EQ(page.rows[0].lane, graph.rows[2].lane);
    EXPECT_EQ(page.above, graph.rows[1].lines);
    EXPECT_TRUE(commit_graph(*site, stored(), tips, {.page = 1, .limit = 3})->more);
    EXPECT_EQ(commit_graph(*site, stored(), tips, {.page = 1000, .limit = 50}).error().code, Errc::too_large);
}

TEST_P(PastTest, WeeksAreCountedAndBroughtAlong)
{
    const auto dated = [&](const std::string& who, const std::string& when, const std::string& text) {
        write("a.txt", text);
        in_work("git add -A && GIT_AUTHOR_DATE='" + when + "' GIT_AUTHOR_NAME=" + who + " GIT_AUTHOR_EMAIL=" + who
                + "@X.example git commit -qm x && git push -q origin main");
    };
    EXPECT_FALSE(find_statistics(**db, stored()));
    dated("Bob", "2024-03-02T12:00:00Z", "one\ntwo\n"); // a Saturday
    dated("Cem", "2024-03-03T12:00:00Z", "one\n");
    EXPECT_FALSE(*count_statistics(*site, id, {}));
    const WeekOfWork saturday{Time{1708819200}, 1, 2, 0};
    const WeekOfWork sunday{Time{1709424000}, 1, 0, 1};
    auto found = *find_statistics(**db, stored());
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.weeks, (std::vector<WeekOfWork>{saturday, sunday}));
    ASSERT_EQ(found.contributors.size(), 2U);
    EXPECT_EQ(found.contributors[0].email, "bob@x.example");
    EXPECT_EQ(found.contributors[0].name, "Bob");
    dated("Cem", "2024-03-04T12:00:00Z", "one\n2\n");
    EXPECT_TRUE(count_statistics(*site, id, {}));
    found = *find_statistics(**db, stored());
    EXPECT_EQ(found.contributor_count, 2);
    EXPECT_EQ(found.contributors.at(0).email, "cem@x.example");
    EXPECT_EQ(found.contributors[0].commits, 2);
    EXPECT_EQ(found.weeks.at(1), (WeekOfWork{sunday.begin, 2, 1, 1}));
    // A clock that was wrong is of this week.
    dated("Cem", "2090-03-04T12:00:00Z", "one\n2\n3\n");
    EXPECT_TRUE(count_statistics(*site, id, {}));
    EXPECT_LE(find_statistics(**db, stored())->weeks.back().begin, Time::now());
    in_work("git reset -q --hard HEAD~1");
    // Another history.
    in_work("git reset -q --hard HEAD~2 && git push -qf origin main");
    EXPECT_TRUE(count_statistics(*site, id, {}));
    found = *find_statistics(**db, stored());
    EXPECT_EQ(found.weeks, (std::vector<WeekOfWork>{saturday}));
    EXPECT_EQ(found.contributor_count, 1);
}

TEST_P(PastTest, WhoeverIsAskedToStopKeepsNothingOfWhatWasCounted)
{
    write("a.txt", "one\n");
    commit("one");
    std::stop_source stopping;
    stopping.request_stop();
    EXPECT_EQ(count_statistics(*site, id, stopping.get_token()).error().code, Errc::unavailable);
    EXPECT_FALSE(find_statistics(**db, stored()));
    EXPECT_TRUE(count_statistics(*site, id, {}));
    EXPECT_TRUE(find_statistics(**db, stored())->complete);
}

TEST_P(PastTest, WhatWasNeverCountedShallBeAfterAStart)
{
    write("a.txt", "one\n");
    commit("one");
    const auto jobs = [&] {
        return (*db)->scalar<std::int64_t>("SELECT count(*) FROM job WHERE kind = 'history_statistics'");
    };
    EXPECT_TRUE(count_missing_statistics(*site, {}, {}));
    EXPECT_EQ(jobs(), 1);
    EXPECT_TRUE(count_statistics(*site, id, {}));
    EXPECT_TRUE(count_missing_statistics(*site, {}, {}));
    EXPECT_EQ(jobs(), 1);
}

INSTANTIATE_TEST_SUITE_P(BothEngines, PastTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

} // namespace
} // namespace cairn::contents
