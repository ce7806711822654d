#include "git/references/ref_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cairn::git {

namespace {

TEST(RefNames, FollowTheRulesOfGit)
{
    for (const auto* good : {"refs/heads/main", "refs/heads/a/b", "refs/tags/v1.0", "refs/heads/ä",
                             "refs/for/main/topic", "refs/heads/@", "refs/heads/a@b", "refs/heads/-x", "refs/stash"})
        EXPECT_TRUE(is_ref_name(good)) << good;
    for (const auto* bad : {"",
                            "refs",
                            "refs/",
                            "main",
                            "HEAD",
                            "refs/heads/",
                            "refs/heads//a",
                            "refs/heads/.a",
                            "refs/heads/a.",
                            "refs/heads/a..b",
                            "refs/heads/a.lock",
                            "refs/heads/a.lock/b",
                            "refs/heads/a b",
                            "refs/heads/a~1",
                            "refs/heads/a^",
                            "refs/heads/a:b",
                            "refs/heads/a?",
                            "refs/heads/*",
                            "refs/heads/[a",
                            "refs/heads/a\\b",
                            "refs/heads/a@{1}",
                            "refs/heads/a\x7f",
                            "refs/heads/a\n",
                            "refs/../x",
                            "refs/heads/a/"})
        EXPECT_FALSE(is_ref_name(bad)) << bad;
    EXPECT_FALSE(is_ref_name("refs/heads/" + std::string(2000, 'a')));
    EXPECT_FALSE(is_ref_name(std::string_view("refs/heads/a\0b", 14)));
}

TEST(RefNames, OfABranchAreNoOptionsAndNotHead)
{
    EXPECT_TRUE(is_branch_name("feature/one"));
    EXPECT_FALSE(is_branch_name("-f"));
    EXPECT_FALSE(is_branch_name("HEAD"));
    EXPECT_FALSE(is_branch_name(""));
    EXPECT_TRUE(is_tag_name("v1"));
    EXPECT_FALSE(is_tag_name("v1..2"));
}

TEST(RefNames, OfReplacementsAreNeverReceived)
{
    EXPECT_TRUE(is_never_received("refs/replace/0000000000000000000000000000000000000000"));
    EXPECT_TRUE(is_never_received("refs/original/refs/heads/main"));
    EXPECT_FALSE(is_never_received("refs/heads/refs/replace/x"));
    EXPECT_FALSE(is_never_received("refs/replaced"));
}

} // namespace

} // namespace cairn::git
