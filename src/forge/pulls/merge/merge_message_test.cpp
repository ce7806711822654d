#include "pulls/merge/merge_message.hpp"

#include <gtest/gtest.h>

#include "git/test_repository.hpp"

namespace cairn::pulls {

namespace {

MergeFacts facts()
{
    return {.number = 7,
            .title = "Add a door",
            .description = "It opens.",
            .poster = "ann",
            .base_owner = "ben",
            .base_repository = "house",
            .base_branch = "main",
            .head_owner = "ann",
            .head_repository = "house-2",
            .head_branch = "door",
            .from_fork = true,
            .page = "http://localhost/ben/house/pulls/7",
            .approvers = {{.name = "Cy", .email = "cy@example.com", .when = {}},
                          {.name = "Dee", .email = "dee@example.com", .when = {}}},
            .closing = {"close #1", "reopen #2"}};
}

TEST(MergeMessage, NamesTheForkThatItComesFrom)
{
    EXPECT_EQ(usual_title(MergeStyle::merge, facts()),
              "Merge pull request 'Add a door' (#7) from ann/house-2:door into main");
    auto inside = facts();
    inside.from_fork = false;
    EXPECT_EQ(usual_title(MergeStyle::rebase_merge, inside),
              "Merge pull request 'Add a door' (#7) from door into main");
}

TEST(MergeMessage, OfASquashIsTheTitle) { EXPECT_EQ(usual_title(MergeStyle::squash, facts()), "Add a door (#7)"); }

TEST(MergeMessage, TakesTheFirstLineOfATemplate)
{
    EXPECT_EQ(expanded_title("\n${PullRequestTitle} by $PullRequestPosterName, ${PullRequestReference}\nmore", facts()),
              "Add a door by ann, #7");
    EXPECT_EQ(expanded_title("${HeadRepoOwnerName}/${HeadRepoName}:${HeadBranch} to "
                             "${BaseRepoOwnerName}/${BaseRepoName}:${BaseBranch}",
                             facts()),
              "ann/house-2:door to ben/house:main");
    EXPECT_EQ(expanded_title("${ClosingIssues}; ${ReviewedOn}", facts()),
              "close #1, reopen #2; Reviewed-on: http://localhost/ben/house/pulls/7");
}

TEST(MergeMessage, HasAnEmptyLineBelowItsTitle)
{
    EXPECT_EQ(join_message("  A title ", " why\nand how \n"), "A title\n\nwhy\nand how\n");
    EXPECT_EQ(join_message("A title", " \n"), "A title\n");
}

TEST(MergeMessage, KeepsTrailersTogether)
{
    const git::Person ann{.name = "Ann", .email = "ann@example.com", .when = {}};
    EXPECT_EQ(add_trailer("A title\n", "Co-authored-by", ann), "A title\n\nCo-authored-by: Ann <ann@example.com>\n");
    EXPECT_EQ(add_trailer("A title\n\nSigned-off-by: Ben <ben@example.com>\n", "Co-authored-by", ann),
              "A title\n\nSigned-off-by: Ben <ben@example.com>\nCo-authored-by: Ann <ann@example.com>\n");
    EXPECT_EQ(add_trailer("A title\n\nNote this: it works\n", "Co-authored-by", ann),
              "A title\n\nNote this: it works\n\nCo-authored-by: Ann <ann@example.com>\n");
}

} // namespace

} // namespace cairn::pulls
