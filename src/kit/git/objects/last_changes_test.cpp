#include "git/objects/last_changes.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/text.hpp"
#include "git/references/references.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

class LastChangesTest : public RepositoryTest {
protected:
    LastChanges search(const LastChangesQuery& query)
    {
        const auto repository = Repository::open(bare);
        auto found = last_changes(*repository, query);
        EXPECT_TRUE(found) << (found ? "" : found.error().message);
        return found ? *found : LastChanges();
    }
    ObjectId id(const std::string& name) const { return *ObjectId::parse(git("rev-parse " + name)); }

    // Every path of the tip, as git itself sees it.
    void expect_as_git_has_it(const LastChanges& changes, std::size_t paths)
    {
        std::size_t seen = 0;
        for (const auto& each : changes.folders)
            for (const auto& [name, commit] : each.entries) {
                const auto path = each.folder.empty() ? name : each.folder + "/" + name;
                EXPECT_EQ(commit.hex(), git("log -1 --format=%H main -- '" + path + "'")) << path;
                ++seen;
            }
        EXPECT_EQ(seen, paths);
    }
};

TEST_F(LastChangesTest, EachPathHasTheCommitThatTouchedItLast)
{
    write("a", "1");
    write("d/x", "1");
    write("d/e/y", "1");
    commit("one");
    write("d/e/y", "2");
    commit("two");
    write("b", "1");
    write("n/new/deep", "1");
    commit("three");
    in_work("chmod +x a");
    commit("four");
    in_work("git mv d/x d/z");
    commit("five");
    const auto all = search({.from = id("main")});
    EXPECT_TRUE(all.complete);
    expect_as_git_has_it(all, 9);
    const auto one = search({.from = id("main"), .folder = "d"});
    ASSERT_EQ(one.folders.size(), 1);
    EXPECT_EQ(one.folders[0].entries.size(), 2);
    expect_as_git_has_it(one, 2);
}

TEST_F(LastChangesTest, MergesLeadToTheParentThatHasTheSame)
{
    write("a", "1");
    write("d/x", "1");
    write("d/y", "1");
    write("k/keep", "1");
    commit("one");
    in_work("git checkout -q -b side");
    write("d/x", "side");
    commit("side one");
    write("s/new/file", "1");
    commit("side two");
    in_work("git checkout -q main");
    write("d/y", "main");
    write("a", "2");
    commit("two");
    in_work("git merge -q -m merge side && git push -q origin main");
    write("a", "3");
    commit("three");
    expect_as_git_has_it(search({.from = id("main")}), 9);
}

TEST_F(LastChangesTest, WhatIsKnownIsNotSearchedAgain)
{
    write("a", "1");
    write("d/x", "1");
    write("d/e/y", "1");
    commit("one");
    const auto known = id("main");
    write("d/x", "2");
    commit("two");
    const auto changes = search({.from = id("main"), .known = known});
    ASSERT_EQ(changes.folders.size(), 2); // d/e is as it was
    for (const auto& each : changes.folders) {
        if (each.folder.empty()) {
            EXPECT_EQ(each.entries.at("a"), ObjectId{});
            EXPECT_EQ(each.entries.at("d"), id("main"));
        } else {
            EXPECT_EQ(each.folder, "d");
            EXPECT_EQ(each.entries.at("x"), id("main"));
            EXPECT_EQ(each.entries.at("e"), ObjectId{});
        }
    }
}

TEST_F(LastChangesTest, AChangeThatWasTakenBackIsAChange)
{
    write("a", "1");
    write("d/x", "1");
    commit("one");
    const auto known = id("main");
    write("d/x", "2");
    commit("two");
    write("d/x", "1");
    commit("three");
    const auto changes = search({.from = id("main"), .known = known});
    ASSERT_EQ(changes.folders.size(), 2);
    expect_as_git_has_it(search({.from = id("main")}), 3);
}

TEST_F(LastChangesTest, WhatIsTooDeepHasNoHistory)
{
    std::string deep = "d";
    while (std::ranges::count(deep, '/') < 255) deep += "/d";
    const auto deeper = deep + "/d";
    for (const auto* content : {"1", "2"}) {
        write(deeper + "/x", content);
        commit(content);
    }
    const auto repository = Repository::open(bare);
    EXPECT_EQ(search({.from = id("main"), .folder = deep}).folders.size(), 1);
    EXPECT_EQ(last_changes(*repository, {.from = id("main"), .folder = deeper}).error().code, Errc::not_found);
    EXPECT_EQ(search({.from = id("main")}).folders.size(), 257);
}

TEST_F(LastChangesTest, TheSearchEndsWhenItMay)
{
    for (int i = 0; i < 5; ++i) {
        write("f" + std::to_string(i), "1");
        commit("c");
    }
    const auto changes = search({.from = id("main"), .folder = "", .most_steps = 2});
    EXPECT_FALSE(changes.complete);
    EXPECT_EQ(changes.folders.at(0).entries.size(), 2);
}

} // namespace

} // namespace cairn::git
