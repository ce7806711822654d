#include "wiki/page_name.hpp"

#include <gtest/gtest.h>

namespace cairn::wiki {
namespace {

struct Names {
    const char* title;
    const char* address;
    const char* file;
};

class PageNameTest : public testing::TestWithParam<Names> { };

TEST_P(PageNameTest, TitleAddressAndFileLeadToEachOther)
{
    const auto& [title, address, file] = GetParam();
    const auto name = PageName::of_title(title);
    EXPECT_EQ(name.address(), address);
    EXPECT_EQ(name.title(), title);
    EXPECT_EQ(name.file(), file);
    const auto found = PageName::of_file(file);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->address(), address);
    const auto asked = PageName::of_request(address);
    EXPECT_EQ(asked.title(), title);
    EXPECT_EQ(asked.file(), file);
}

INSTANTIATE_TEST_SUITE_P(
    Titles, PageNameTest,
    testing::Values(Names{"Home", "Home", "Home.md"}, Names{"Two Words", "Two-Words", "Two-Words.md"},
                    Names{"with-dash", "with-dash.-", "with-dash.-.md"},
                    Names{"2000-01-02 meeting", "2000-01-02+meeting.-", "2000-01-02 meeting.-.md"},
                    Names{"100% Free", "100%25-Free", "100%25-Free.md"}, Names{"a/b", "a%2Fb", "a%2Fb.md"},
                    Names{"ends.md", "ends.md.-", "ends.md.-.md"}, Names{"C++ #1", "C%2B%2B-%231", "C%2B%2B-%231.md"},
                    Names{"q?x=1&y", "q%3Fx%3D1%26y", "q%3Fx%3D1%26y.md"},
                    Names{"\xC3\x9Cn\xC3\xAF", "%C3%9Cn%C3%AF", "%C3%9Cn%C3%AF.md"}));

TEST(PageName, ATitleIsTrimmedAndOneThatLeadsNowhereHasAName)
{
    EXPECT_EQ(PageName::of_title("  trimmed  ").address(), "trimmed");
    EXPECT_EQ(PageName::of_title(".").address(), "unnamed");
    EXPECT_EQ(PageName::of_title("..").address(), "unnamed");
}

TEST(PageName, ARequestMayUseTheTitleOrTheFileAndKeepsItsForm)
{
    const auto title = PageName::of_request("Two%20Words");
    EXPECT_EQ(title.address(), "Two%20Words");
    EXPECT_EQ(title.title(), "Two Words");
    EXPECT_EQ(title.file(), "Two-Words.md");
    const auto file = PageName::of_request("Two-Words.md");
    EXPECT_EQ(file.title(), "Two Words");
    EXPECT_EQ(file.file(), "Two-Words.md");
    EXPECT_EQ(PageName::of_request("a/b").file(), "a%2Fb.md");
    EXPECT_EQ(PageName::of_request("2000-01-02%20meeting.-").file(), "2000-01-02 meeting.-.md");
}

TEST(PageName, NothingLeadsOutOfTheWiki)
{
    EXPECT_EQ(PageName::of_request("../../secret").address(), "secret");
    EXPECT_EQ(PageName::of_request("%2E%2E%2F%2E%2E%2Fsecret.md").file(), "secret.md");
}

TEST(PageName, OtherFilesAreNoPages)
{
    EXPECT_FALSE(PageName::of_file("notes.txt"));
    EXPECT_FALSE(PageName::of_file(".md"));
}

TEST(PageName, SomeNamesAreTaken)
{
    for (const auto* title : {"_pages", "_new", "_edit", "raw"}) EXPECT_TRUE(PageName::of_title(title).is_reserved());
    EXPECT_FALSE(PageName::of_title("_Sidebar").is_reserved());
}

} // namespace
} // namespace cairn::wiki
