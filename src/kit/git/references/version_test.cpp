#include "git/references/version.hpp"

#include <set>

#include "git/references/references.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {
namespace {

class ReferencesVersion : public RepositoryTest {
protected:
    // Long ago, so that the clock tells it from what comes.
    void settle() const { shell("find " + bare + " -exec touch -h -d '2020-01-01' {} +"); }
    std::string version() const { return references_version(*Repository::open(bare), tags); }
};

TEST_F(ReferencesVersion, EachChangeOfATagIsAnotherOne)
{
    commit("one");
    std::set<std::string> seen;
    const auto change = [&](const std::string& command) {
        git(command);
        settle();
        const auto now = version();
        EXPECT_NE(now, "");
        EXPECT_TRUE(seen.insert(now).second) << command;
        EXPECT_EQ(version(), now);
    };
    change("tag v1");
    change("tag v/2");
    change("tag v/3");
    change("pack-refs --all");
    change("commit-tree -m two HEAD^{tree} | xargs git -C " + bare + " tag -f v1");
    change("tag -d v1");
    change("tag -d v/2");
}

TEST_F(ReferencesVersion, WhatHasJustChangedIsNotKept)
{
    commit("one");
    git("tag v1");
    EXPECT_EQ(version(), "");
    settle();
    EXPECT_NE(version(), "");
    git("tag v2");
    EXPECT_EQ(version(), "");
}

TEST_F(ReferencesVersion, BranchesAreNoTags)
{
    commit("one");
    git("tag v1");
    settle();
    const auto before = version();
    git("branch other");
    EXPECT_EQ(version(), before);
}

} // namespace
} // namespace cairn::git
