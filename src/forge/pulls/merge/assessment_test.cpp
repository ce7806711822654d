// What is found out about two commits, and what comes out when they are merged.
#include "pulls/merge/assessment.hpp"

#include "git/references/references.hpp"
#include "git/test_repository.hpp"
#include "pulls/merge/merge_commits.hpp"

namespace cairn::pulls {

namespace {

using git::ObjectId;

class TwoBranches : public git::RepositoryTest {
protected:
    void SetUp() override
    {
        write("c.txt", "base\n");
        commit("first");
        in_work("git checkout -q -b feat");
    }
    // A commit on the branch that is checked out.
    ObjectId change(const std::string& file, const std::string& text)
    {
        write(file, text);
        return *ObjectId::parse(commit("write " + file));
    }
    void to(const std::string& branch) const { in_work("git checkout -q " + branch); }

    ObjectId at(const std::string& branch) const { return *git::find_branch(opened(), branch); }
    git::Repository opened() const { return *git::Repository::open(bare); }

    Result<ObjectId> merged(MergeStyle style) const
    {
        const auto repository = opened();
        const git::Person ann{.name = "Ann", .email = "ann@example.com", .when = {1'700'000'000}};
        const MergePlan plan{.style = style,
                             .head = at("feat"),
                             .merger = ann,
                             .author = ann,
                             .message = "merged\n",
                             .write = git::write_commit};
        return make_merge(repository, plan, at("main"));
    }
    std::string messages(const ObjectId& from) const { return git("log --format=%s --topo-order " + from.hex()); }
};

TEST_F(TwoBranches, AreCountedFromWhereTheyPart)
{
    change("a.txt", "1\n2\n");
    const auto head = change("c.txt", "feat\n");
    to("main");
    const auto base = change("b.txt", "3\n");
    const auto found = assess(opened(), base, head);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->conflict);
    EXPECT_EQ(found->commit_count, 2);
    EXPECT_EQ(found->changed_files, 2);
    EXPECT_EQ(found->additions, 3);
    EXPECT_EQ(found->deletions, 1);
    EXPECT_EQ(found->merge_base.hex(), git("merge-base main feat"));
}

TEST_F(TwoBranches, ConflictWhereBothHaveChangedALine)
{
    const auto head = change("c.txt", "feat\n");
    to("main");
    const auto base = change("c.txt", "main\n");
    EXPECT_TRUE(assess(opened(), base, head)->conflict);
    for (const auto style : {MergeStyle::merge, MergeStyle::squash, MergeStyle::rebase, MergeStyle::rebase_merge})
        EXPECT_EQ(merged(style).error().code, Errc::conflict);
}

TEST_F(TwoBranches, HaveNothingToTellWhereOneIsInTheOther)
{
    const auto base = at("main");
    const auto found = assess(opened(), base, base);
    EXPECT_TRUE(found->is_empty());
    EXPECT_EQ(found->commit_count, 0);
    EXPECT_FALSE(found->conflict);
}

TEST_F(TwoBranches, WithNothingInCommonCannotBeMerged)
{
    in_work("git checkout -q --orphan other");
    const auto head = change("c.txt", "other\n");
    EXPECT_TRUE(assess(opened(), at("main"), head)->conflict);
}

TEST_F(TwoBranches, ChangeTheSameAfterARebase)
{
    const auto before = change("a.txt", "1\n");
    StoredPull pull;
    keep(pull, *assess(opened(), at("main"), before));
    to("main");
    change("b.txt", "2\n");
    to("feat");
    in_work("git rebase -q main && git push -qf origin feat");
    EXPECT_TRUE(change_the_same(opened(), pull, *assess(opened(), at("main"), at("feat"))));
    change("a.txt", "other\n");
    EXPECT_FALSE(change_the_same(opened(), pull, *assess(opened(), at("main"), at("feat"))));
}

TEST_F(TwoBranches, AreReplayedWithoutMergesAndWithoutWhatIsThere)
{
    change("a.txt", "1\n");
    change("b.txt", "2\n");
    to("main");
    change("a.txt", "1\n");
    change("d.txt", "4\n");
    to("feat");
    in_work("git merge -q -m between main && git push -q origin feat");
    change("e.txt", "5\n");
    EXPECT_EQ(messages(*merged(MergeStyle::rebase)), "write e.txt\nwrite b.txt\nwrite d.txt\nwrite a.txt\nfirst");
}

TEST_F(TwoBranches, StayWhatTheyAreOnTopOfTheBase)
{
    const auto head = change("a.txt", "1\n");
    EXPECT_EQ(*merged(MergeStyle::rebase), head);
    EXPECT_EQ(*merged(MergeStyle::fast_forward_only), head);
    EXPECT_EQ(messages(*merged(MergeStyle::rebase_merge)), "merged\nwrite a.txt\nfirst");
    EXPECT_EQ(messages(*merged(MergeStyle::squash)), "merged\nfirst");
}

TEST_F(TwoBranches, CannotBeForwardedOnceTheyPart)
{
    change("a.txt", "1\n");
    to("main");
    change("b.txt", "2\n");
    EXPECT_EQ(merged(MergeStyle::fast_forward_only).error().code, Errc::method_not_allowed);
}

} // namespace

} // namespace cairn::pulls
