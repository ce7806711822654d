#include "repositories/lifecycle/expansion.hpp"

#include <gtest/gtest.h>

namespace cairn::repositories {
namespace {

TEST(Expansion, ReplacesNamesWithAndWithoutBraces)
{
    const Variables variables{{"REPO_NAME", "kit"}, {"REPO_NAME_UPPER", "KIT"}};
    EXPECT_EQ(expand("$REPO_NAME and ${REPO_NAME}s, $REPO_NAME_UPPER", variables), "kit and kits, KIT");
}

TEST(Expansion, LeavesWhatItDoesNotKnow)
{
    const Variables variables{{"REPO_NAME", "kit"}};
    for (const char* text :
         {"$NOPE", "${NOPE}", "$", "$$", "${REPO_NAME", "costs 5$", "$ REPO_NAME", "$REPO_NAMES", ""})
        EXPECT_EQ(expand(text, variables), text);
}

TEST(Expansion, AValueIsNotExpandedAgain) { EXPECT_EQ(expand("$A", {{"A", "$B"}, {"B", "no"}}), "$B"); }

TEST(Expansion, WritesWordsInEveryWay)
{
    Variables variables;
    add_in_all_cases(variables, "N", "my-newRepo_x");
    EXPECT_EQ(variables["N"], "my-newRepo_x");
    EXPECT_EQ(variables["N_SNAKE"], "my_new_repo_x");
    EXPECT_EQ(variables["N_KEBAB"], "my-new-repo-x");
    EXPECT_EQ(variables["N_CAMEL"], "myNewRepoX");
    EXPECT_EQ(variables["N_PASCAL"], "MyNewRepoX");
    EXPECT_EQ(variables["N_LOWER"], "my-newrepo_x");
    EXPECT_EQ(variables["N_UPPER"], "MY-NEWREPO_X");
    EXPECT_EQ(variables["N_TITLE"], "My-NewRepo_X");
}

TEST(Expansion, FilesAreChosenByPatterns)
{
    const ExpandedFiles files("# what is expanded\ntext.md\n*.txt\nsrc/**/name.?\n\n");
    for (const char* path : {"text.md", "a.txt", ".txt", "src/a/b/name.c", "src/a/name.h"})
        EXPECT_TRUE(files.contains(path)) << path;
    for (const char* path :
         {"other.md", "sub/text.md", "sub/a.txt", "src/a/name.cc", "src/name.", "# what is expanded", ""})
        EXPECT_FALSE(files.contains(path)) << path;
    EXPECT_TRUE(ExpandedFiles("**").contains("any/thing"));
    EXPECT_FALSE(ExpandedFiles(std::string(2000, '*') + "x").contains(std::string(2000, 'a')));
}

} // namespace
} // namespace cairn::repositories
