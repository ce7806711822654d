#include "git/objects/new_blobs.hpp"

#include <gmock/gmock.h>

#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

class NewBlobsTest : public RepositoryTest {
protected:
    ObjectId id(const std::string& name) const { return *ObjectId::parse(git("rev-parse " + name)); }

    std::vector<std::string> look(const News& news, std::size_t most = 100)
    {
        std::vector<std::string> found;
        const auto repository = Repository::open(bare);
        const auto done = for_each_new_blob(*repository, news, 8, [&](std::string_view content) {
            found.emplace_back(content);
            return found.size() < most;
        });
        EXPECT_TRUE(done) << (done ? "" : done.error().message);
        return found;
    }
};

TEST_F(NewBlobsTest, OnlyWhatNewCommitsBringIsLookedAt)
{
    write("old", "old");
    write("d/old", "deep");
    commit("one");
    const auto before = id("main");
    EXPECT_THAT(look({.tips = {before}, .known = {}}), UnorderedElementsAre("old", "deep"));
    EXPECT_THAT(look({.tips = {before}, .known = {before}}), IsEmpty());
    write("d/new", "new");
    write("d/e/f", "deeper");
    write("huge", "more than eight bytes");
    commit("two");
    write("d/new", "newer"); // what was there in between counts as well
    commit("three");
    in_work("ln -s target link");
    commit("four");
    EXPECT_THAT(look({.tips = {id("main")}, .known = {before}}), UnorderedElementsAre("new", "deeper", "newer"));
    EXPECT_EQ(look({.tips = {id("main")}, .known = {before}}, 1).size(), 1);
}

TEST_F(NewBlobsTest, AMergeBringsWhatNoneOfItsParentsHas)
{
    write("a", "a");
    commit("one");
    in_work("git checkout -q -b side");
    write("b", "b");
    commit("two");
    in_work("git checkout -q main");
    write("c", "c");
    commit("three");
    const auto main = id("main");
    in_work("git merge -q --no-commit side");
    write("d", "d");
    commit("four");
    EXPECT_THAT(look({.tips = {id("main")}, .known = {main}}), UnorderedElementsAre("b", "d"));
    EXPECT_THAT(look({.tips = {id("main")}, .known = {main, id("side")}}), UnorderedElementsAre("d"));
}

// One tip is behind the other, and all of it is of one second: no date tells what is older.
TEST_F(NewBlobsTest, WhatIsKnownIsLeftOutWhereverItIsMetFirst)
{
    const std::string one_second = "export GIT_COMMITTER_DATE='1700000000 +0000' GIT_AUTHOR_DATE='1700000000 +0000'; ";
    const auto add = [&](const std::string& name) {
        write(name, name);
        in_work(one_second + "git add -A && git commit -q -m " + name + " && git push -q origin HEAD");
    };
    add("a");
    add("b");
    const auto before = id("main");
    add("c");
    in_work("git checkout -q -b side");
    add("d");
    add("e");
    const auto main = id("main");
    const auto side = id("side");
    for (const auto& tips : {std::vector{main, side}, std::vector{side, main}})
        EXPECT_THAT(look({.tips = tips, .known = {before}}), UnorderedElementsAre("c", "d", "e"));
    EXPECT_THAT(look({.tips = {main, side}, .known = {main, side}}), IsEmpty());
}

TEST_F(NewBlobsTest, TagsLeadToWhatTheyName)
{
    write("a", "a");
    commit("one");
    const auto before = id("main");
    write("b", "b");
    commit("two");
    git("tag -a -m word whole main");
    git("tag folder 'main^{tree}'");
    git("tag -a -m word file main:a");
    git("update-ref refs/heads/main " + before.hex());
    EXPECT_THAT(look({.tips = {id("whole")}, .known = {before}}), UnorderedElementsAre("b"));
    EXPECT_THAT(look({.tips = {id("folder")}, .known = {before}}), UnorderedElementsAre("a", "b"));
    EXPECT_THAT(look({.tips = {id("file")}, .known = {id("whole")}}), IsEmpty());
}

TEST_F(NewBlobsTest, WhatIsNotThereAnyMoreSaysNothing)
{
    write("a", "a");
    commit("one");
    EXPECT_THAT(look({.tips = {id("main")}, .known = {*ObjectId::parse(std::string(40, 'a'))}}),
                UnorderedElementsAre("a"));
}

// Folders in folders, each ten times: without a memory for what was seen it would take forever.
TEST_F(NewBlobsTest, TheSameFolderIsLookedAtOnce)
{
    write("f", "leaf");
    commit("one");
    auto tree = git("rev-parse main:");
    for (int depth = 0; depth < 40; ++depth) {
        std::string entries;
        for (int i = 0; i < 10; ++i) entries += "040000 tree " + tree + "\\t" + std::to_string(i) + "\\n";
        tree = git("mktree < /dev/null > /dev/null; printf '" + entries + "' | git -C " + bare + " mktree");
    }
    const auto bomb = git("commit-tree -m bomb " + tree);
    EXPECT_THAT(look({.tips = {*ObjectId::parse(bomb)}, .known = {}}), UnorderedElementsAre("leaf"));
}

} // namespace

} // namespace cairn::git
