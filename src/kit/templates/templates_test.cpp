#include <gmock/gmock.h>

#include <algorithm>

#include "templates/gitignore.hpp"
#include "templates/labels.hpp"
#include "templates/licenses.hpp"
#include "templates/readme.hpp"

namespace cairn::templates {
namespace {

using testing::HasSubstr;
using testing::Not;

const Licensor ada{.year = "2031", .owner = "Ada {{email}}", .email = "ada@example.com", .repository = "engine"};

TEST(Gitignore, ListsTheCommonLanguagesInOrder)
{
    const auto all = gitignores();
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &EmbeddedFile::name));
    for (const char* name : {"C", "C++", "Go", "Java", "Node", "Python", "Rust"})
        EXPECT_NE(find_gitignore(name), nullptr) << name;
    for (const EmbeddedFile& each : all) EXPECT_TRUE(each.bytes.ends_with('\n')) << each.name;
}

TEST(Gitignore, KnowsNamesExactly)
{
    for (const char* name : {"go", "", "Go.gitignore", "../labels.cpp", "NoSuchLanguage"})
        EXPECT_EQ(find_gitignore(name), nullptr) << name;
}

TEST(Gitignore, PutsEachTemplateUnderItsName)
{
    const auto text = render_gitignore("C, Rust");
    ASSERT_TRUE(text);
    EXPECT_TRUE(text->starts_with("# ---> C\n"));
    EXPECT_THAT(*text, HasSubstr("\n\n# ---> Rust\n"));
    EXPECT_TRUE(text->ends_with("\n\n"));
}

TEST(Gitignore, RefusesANameThatIsNotThere)
{
    EXPECT_FALSE(render_gitignore("C,Nope"));
    EXPECT_EQ(render_gitignore(""), "");
}

TEST(Licenses, AreThereInOrder)
{
    EXPECT_TRUE(std::ranges::is_sorted(licenses(), {}, &EmbeddedFile::name));
    for (const char* name : {"AGPL-3.0", "Apache-2.0", "BSD-3-Clause", "GPL-3.0", "ISC", "MIT", "MPL-2.0", "Unlicense"})
        EXPECT_NE(find_license(name), nullptr) << name;
    EXPECT_EQ(find_license("mit"), nullptr);
}

TEST(Licenses, NameWhoLicenses)
{
    const auto text = render_license("MIT", ada);
    ASSERT_TRUE(text);
    EXPECT_THAT(*text, HasSubstr("Copyright (c) 2031 Ada {{email}}\n"));
    EXPECT_THAT(*render_license("ISC", ada), HasSubstr("2031 Ada {{email}} <ada@example.com>"));
    EXPECT_THAT(*render_license("MulanPSL-2.0", ada), HasSubstr("engine is licensed"));
}

TEST(Licenses, LeaveNoMarkUnfilled)
{
    const Licensor plain{.year = "2031", .owner = "Ada", .email = "a@b", .repository = "engine"};
    for (const EmbeddedFile& each : licenses()) EXPECT_THAT(*render_license(each.name, plain), Not(HasSubstr("{{")));
}

TEST(Licenses, RefuseANameThatIsNotThere) { EXPECT_FALSE(render_license("No-Such-License", ada)); }

TEST(Labels, HaveTheTwoSets)
{
    ASSERT_NE(find_label_set("Default"), nullptr);
    EXPECT_EQ(find_label_set("Default")->labels.size(), 7U);
    ASSERT_NE(find_label_set("Advanced"), nullptr);
    EXPECT_EQ(find_label_set("Advanced")->labels.size(), 18U);
    EXPECT_EQ(find_label_set("default"), nullptr);
}

TEST(Readme, IsTheNameAndTheDescription)
{
    EXPECT_EQ(render_readme("Default", "engine", "It runs."), "# engine\n\nIt runs.");
    EXPECT_EQ(render_readme("Default", "engine", ""), "# engine\n\n");
    EXPECT_FALSE(render_readme("Nope", "engine", ""));
}

} // namespace
} // namespace cairn::templates
