#include "git/objects/apply.hpp"

#include <gmock/gmock.h>

#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/test_repository.hpp"

namespace cairn::git {

namespace {

using testing::HasSubstr;
using testing::Not;

class Applying : public RepositoryTest {
protected:
    void SetUp() override
    {
        RepositoryTest::SetUp();
        write("a.txt", "one\ntwo\n");
        commit("one");
        head = *find_branch(*Repository::open(bare), "main");
    }

    Result<ObjectId> apply(const std::string& patch, const ApplyLimits& limits = {})
    {
        return apply_patch(children, bare, head, patch, limits);
    }
    std::string refused(const std::string& patch)
    {
        const auto applied = apply(patch);
        EXPECT_FALSE(applied) << patch;
        if (applied) return {};
        EXPECT_EQ(applied.error().code, Errc::unprocessable) << applied.error().message;
        return applied.error().message;
    }
    static std::string new_file(const std::string& path, const std::string& mode, const std::string& text)
    {
        return "diff --git a/" + path + " b/" + path + "\nnew file mode " + mode + "\n--- /dev/null\n+++ b/" + path
            + "\n@@ -0,0 +1 @@\n+" + text + "\n\\ No newline at end of file\n";
    }

    Children children{Children::Options()};
    ObjectId head;
};

constexpr auto to_three = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n";
constexpr auto to_four = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-three\n+four\n";

TEST_F(Applying, OnePatchAfterTheOther)
{
    auto tree = *PatchedTree::begin(children, bare, head);
    EXPECT_EQ(shell("ls " + bare + " | grep -c '^index[.]'"), "1");
    const auto first = tree.apply(to_three);
    ASSERT_TRUE(first) << first.error().message;
    const auto second = tree.apply(to_four);
    ASSERT_TRUE(second) << second.error().message;
    const auto repository = *Repository::open(bare);
    EXPECT_EQ(*read_blob(repository, find_entry(repository, *first, "a.txt")->id, 100), "one\nthree\n");
    EXPECT_EQ(*read_blob(repository, find_entry(repository, *second, "a.txt")->id, 100), "one\nfour\n");
}

TEST_F(Applying, LeavesNothingBehind)
{
    EXPECT_TRUE(apply(to_three));
    EXPECT_FALSE(apply(to_four));
    EXPECT_EQ(shell("ls " + bare + " | grep -c '^index[.]'", true), "0");
}

TEST_F(Applying, SaysWhichFileDoesNotFit)
{
    EXPECT_THAT(refused(to_four), HasSubstr("a.txt"));
    EXPECT_THAT(refused("--- a/none.txt\n+++ b/none.txt\n@@ -1 +1 @@\n-x\n+y\n"), HasSubstr("none.txt"));
    EXPECT_THAT(refused("words\n"), Not(HasSubstr("error:")));
}

TEST_F(Applying, WritesNowhereElse)
{
    for (const std::string path :
         {"../evil", "a/../../evil", ".git/config", "dir/.git/hooks/x", ".GIT/config", "/etc/evil"})
        EXPECT_THAT(refused(new_file(path, "100644", "x")), HasSubstr("path")) << path;
}

TEST_F(Applying, LinksStayWithinTheRepository)
{
    EXPECT_TRUE(apply(new_file("dir/link", "120000", "../a.txt")));
    for (const std::string target : {"/etc/passwd", "../x", "a/../../x"})
        EXPECT_THAT(refused(new_file("link", "120000", target)), HasSubstr("symbolic link")) << target;
    // Through a link nothing is written.
    EXPECT_THAT(refused(new_file("link", "120000", "dir") + new_file("link/x", "100644", "x")), HasSubstr("link"));
}

TEST_F(Applying, BringsNoSubmodulesAndNoModesOfItsOwn)
{
    EXPECT_THAT(refused(new_file("sub", "160000", "Subproject commit " + std::string(40, '1'))), HasSubstr("sub"));
    const auto odd = apply(new_file("run", "100777", "x"));
    ASSERT_TRUE(odd) << odd.error().message;
    EXPECT_EQ(find_entry(*Repository::open(bare), *odd, "run")->mode, mode_executable);
}

TEST_F(Applying, ASmallPatchMakesNoLargeFile)
{
    // A binary patch that says how large its file is, which git would make room for.
    const std::string bomb = "diff --git a/big b/big\nnew file mode 100644\nindex " + std::string(40, '0') + ".."
        + std::string(40, '1')
        + "\nGIT binary patch\nliteral 4000000000\nUcmZQzU|?VbVhBPo01(ds\n\nliteral 0\nHcmV?d00001\n\n";
    const auto applied = apply(bomb, {.memory = 512U << 20U, .largest_piece = 64U << 20U});
    ASSERT_FALSE(applied);
    EXPECT_TRUE(applied.error().code == Errc::too_large || applied.error().code == Errc::unprocessable);
    EXPECT_THAT(applied.error().message, Not(HasSubstr("fatal")));
}

} // namespace

} // namespace cairn::git
