#include "api/scope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::api {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Names = std::vector<std::string>;

ScopeSet scopes(const Names& names)
{
    auto set = ScopeSet::parse(names);
    EXPECT_TRUE(set) << (set ? "" : set.error().message);
    return set.value_or(ScopeSet());
}

TEST(ScopeSet, WriteImpliesRead)
{
    const auto set = scopes({"write:issue"});
    EXPECT_TRUE(set.allows(Category::issue, Level::read));
    EXPECT_TRUE(set.allows(Category::issue, Level::write));
    EXPECT_FALSE(set.allows(Category::repository, Level::read));
}

TEST(ScopeSet, ReadDoesNotImplyWrite) { EXPECT_FALSE(scopes({"read:issue"}).allows(Category::issue, Level::write)); }

TEST(ScopeSet, NamesComeInNormalFormWhateverTheOrderSent)
{
    EXPECT_THAT(
        scopes({"read:user", "write:repository", "read:repository", "read:issue", "read:package", "read:user",
                "public-only", "read:organization", "read:notification", "read:misc", "read:admin", "read:activitypub"})
            .names(),
        ElementsAre("public-only", "read:activitypub", "read:admin", "read:misc", "read:notification",
                    "read:organization", "read:package", "read:issue", "write:repository", "read:user"));
}

TEST(ScopeSet, NineWritesAreAll)
{
    EXPECT_THAT(scopes({"write:activitypub", "write:admin", "write:issue", "write:misc", "write:notification",
                        "write:organization", "write:package", "write:repository", "write:user"})
                    .names(),
                ElementsAre("all"));
}

TEST(ScopeSet, NineReadsAreNotAll)
{
    EXPECT_EQ(scopes({"read:activitypub", "read:admin", "read:issue", "read:misc", "read:notification",
                      "read:organization", "read:package", "read:repository", "read:user"})
                  .names()
                  .size(),
              category_count);
}

TEST(ScopeSet, PublicOnlyStandsBesideAll)
{
    EXPECT_THAT(scopes({"all", "read:user", "public-only"}).names(), ElementsAre("public-only", "all"));
}

TEST(ScopeSet, PublicOnlyIsNoRight)
{
    const auto set = scopes({"public-only"});
    EXPECT_TRUE(set.empty());
    EXPECT_TRUE(set.public_only());
}

TEST(ScopeSet, AnElementMayHoldSeveralNamesAndEmptyOnesAreSkipped)
{
    EXPECT_THAT(scopes({",read:user,,write:issue,", "", ","}).names(), ElementsAre("write:issue", "read:user"));
    EXPECT_THAT(scopes({}).names(), IsEmpty());
}

TEST(ScopeSet, AnUnknownNameIsRefusedByName)
{
    for (const auto& bad :
         Names{"READ:user", "read:users", "read:", ":user", "user", "All", "sudo", " all", "read:user "}) {
        const auto set = ScopeSet::parse(Names{"read:issue," + bad});
        ASSERT_FALSE(set) << bad;
        EXPECT_EQ(set.error().code, Errc::bad_request);
        EXPECT_THAT(set.error().message, HasSubstr('"' + bad + '"'));
    }
}

TEST(ScopeSet, SurvivesBeingStored)
{
    for (const Names& names : {Names{}, Names{"public-only"}, Names{"all"}, Names{"public-only", "all"},
                               Names{"read:user", "write:package", "public-only"}}) {
        const auto set = scopes(names);
        EXPECT_EQ(ScopeSet::from_stored(set.stored()).names(), set.names());
    }
    EXPECT_EQ(scopes({"read:user", "write:package", "public-only"}).stored(), "public-only,write:package,read:user");
}

TEST(ScopeSet, AStoredNameOfALaterVersionOpensNothing)
{
    EXPECT_THAT(ScopeSet::from_stored("write:telepathy,read:user").names(), ElementsAre("read:user"));
}

TEST(ScopeSet, ContainsWhatHasNoFurtherRight)
{
    EXPECT_TRUE(scopes({"all"}).contains(scopes({"write:user"})));
    EXPECT_TRUE(scopes({"write:user"}).contains(scopes({"read:user"})));
    EXPECT_TRUE(scopes({"write:user"}).contains(scopes({"public-only", "read:user"})));
    EXPECT_TRUE(scopes({"read:user"}).contains(scopes({})));
    EXPECT_FALSE(scopes({"read:user"}).contains(scopes({"write:user"})));
    EXPECT_FALSE(scopes({"read:user"}).contains(scopes({"read:issue"})));
}

TEST(ScopeSet, ALimitedSetContainsOnlyLimitedOnes)
{
    EXPECT_FALSE(scopes({"public-only", "all"}).contains(scopes({"read:user"})));
    EXPECT_TRUE(scopes({"public-only", "all"}).contains(scopes({"public-only", "read:user"})));
}

TEST(ScopeSet, TellsWhatIsMissingAtTheLevelAskedFor)
{
    const auto set = scopes({"read:user", "write:issue"});
    EXPECT_THAT(set.missing(scope::user | scope::repository, Level::read), ElementsAre("read:repository"));
    EXPECT_THAT(set.missing(scope::user | scope::issue, Level::write), ElementsAre("write:user"));
    EXPECT_THAT(set.missing(scope::user | scope::issue, Level::read), IsEmpty());
    EXPECT_THAT(ScopeSet().missing(scope::none, Level::write), IsEmpty());
}

TEST(ScopeSet, EverythingIsAll) { EXPECT_THAT(ScopeSet::everything().names(), ElementsAre("all")); }

} // namespace
} // namespace cairn::api
