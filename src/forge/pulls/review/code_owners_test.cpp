#include "pulls/review/code_owners.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::pulls {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> owners_of(std::string_view file, const std::vector<std::string>& changed)
{
    const auto owners = CodeOwners::read(file);
    const auto found = owners.rules_for(changed);
    if (!found) return {"error"};
    std::vector<std::string> names;
    for (const auto* rule : *found)
        for (const auto& owner : rule->owners)
            names.push_back(owner.team.empty() ? owner.account : owner.account + "/" + owner.team);
    return names;
}

TEST(CodeOwners, FindsPeopleAndTeamsOfChangedFiles)
{
    constexpr auto file = "src/.* @ann @house/kit\ndocs/.* @bob\n";
    EXPECT_THAT(owners_of(file, {"src/a.cpp"}), ElementsAre("ann", "house/kit"));
    EXPECT_THAT(owners_of(file, {"docs/a.md", "src/a.cpp"}), ElementsAre("ann", "house/kit", "bob"));
    EXPECT_THAT(owners_of(file, {"README.md"}), IsEmpty());
    EXPECT_THAT(owners_of(file, {}), IsEmpty());
}

TEST(CodeOwners, MeansWholePaths)
{
    EXPECT_THAT(owners_of("src @ann", {"src/a.cpp", "lib/src"}), IsEmpty());
    EXPECT_THAT(owners_of("a|ab @ann", {"ab"}), ElementsAre("ann"));
}

TEST(CodeOwners, TurnsARuleAround)
{
    constexpr auto file = "!docs/.* @ann";
    EXPECT_THAT(owners_of(file, {"docs/a.md"}), IsEmpty());
    EXPECT_THAT(owners_of(file, {"docs/a.md", "src/a.cpp"}), ElementsAre("ann"));
}

TEST(CodeOwners, KnowsCommentsAndBackslashes)
{
    EXPECT_THAT(owners_of("# nobody @ann\n.*\\\\.go @bob # @cy\r\n", {"x.go"}), ElementsAre("bob"));
    EXPECT_THAT(owners_of(".*\\.go @bob", {"x.go"}), ElementsAre("bob"));
    EXPECT_THAT(owners_of(".*\\.go @bob", {"xgo"}), IsEmpty());
    EXPECT_THAT(owners_of("with\\#hash @ann", {"with#hash"}), ElementsAre("ann"));
    EXPECT_THAT(owners_of("with\\ blank @ann", {"with blank"}), ElementsAre("ann"));
}

TEST(CodeOwners, PassesOverWhatItDoesNotUnderstand)
{
    constexpr auto file = "( @ann\n.*\n.* nobody\n.* @ @/team @org/\n.* @bob\n";
    EXPECT_THAT(owners_of(file, {"x"}), ElementsAre("bob"));
}

TEST(CodeOwners, GivesUpOnAnExpressionThatTakesTooLong)
{
    const std::string name(60, 'a');
    EXPECT_THAT(owners_of("(a+)+[bd] @ann", {name + "c"}), ElementsAre("error"));
}

} // namespace
} // namespace cairn::pulls
