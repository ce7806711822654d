// The rules that need neither a database nor a server: names, topics, units and what they are set to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/edit.hpp"
#include "repositories/social/topic.hpp"

namespace cairn::repositories {
namespace {

using access::Unit;
using access::Units;
using testing::ElementsAre;

const Units everything = Units::from_stored((1 << access::unit_count) - 1);

StoredRepository usual()
{
    StoredRepository repository;
    repository.units = NewRepository::default_units.stored();
    return repository;
}

TEST(RepositoryNames, MayHaveLettersDigitsAndThreeSigns)
{
    for (const char* name : {"a", "A.b_c-1", "_-.x", "gitty", ".hidden"})
        EXPECT_TRUE(check_repository_name(name)) << name;
    for (const char* name :
         {"", ".", "..", "-", "a..b", "a b", "a/b", "\xc3\xbc", "x.git", "x.Wiki", "x.RSS", "x.atom", "a\n"})
        EXPECT_FALSE(check_repository_name(name)) << name;
    EXPECT_TRUE(check_repository_name(std::string(100, 'n')));
    EXPECT_FALSE(check_repository_name(std::string(101, 'n')));
}

TEST(Topics, AreSortedIntoThoseThatCanBeAndOthers)
{
    const std::vector<std::string> sent{"Two", " one ", "two", "", "-no", "c.s-1", "b_c", std::string(36, 'x'), "-NO"};
    const auto sorted = sort_topics(sent);
    EXPECT_THAT(sorted.topics, ElementsAre("c.s-1", "one", "two"));
    EXPECT_THAT(sorted.invalid, ElementsAre("-no", "b_c", std::string(36, 'x')));
}

TEST(EditUnits, NothingSaidChangesNothing)
{
    auto repository = usual();
    ASSERT_TRUE(edit_units(repository, {}, everything));
    EXPECT_EQ(repository.units, NewRepository::default_units.stored());
}

TEST(EditUnits, IssuesAreHereOrElsewhere)
{
    auto repository = usual();
    EditRepoOption elsewhere{.has_issues = true};
    elsewhere.external_tracker.emplace().external_tracker_url = "https://t.example.com";
    ASSERT_TRUE(edit_units(repository, elsewhere, everything));
    EXPECT_TRUE(repository.enabled().has(Unit::ext_issues));
    EXPECT_FALSE(repository.enabled().has(Unit::issues));
    ASSERT_TRUE(edit_units(repository, {.has_issues = false}, everything));
    EXPECT_FALSE(repository.enabled().has(Unit::ext_issues));
    repository.time_tracker = false;
    ASSERT_TRUE(edit_units(repository, {.has_issues = true}, everything));
    EXPECT_TRUE(repository.enabled().has(Unit::issues));
    EXPECT_TRUE(repository.time_tracker) << "what was set up before is forgotten while it is off";
}

TEST(EditUnits, AddressesAreOfTheWeb)
{
    for (const char* address :
         {"", "not a url", "ftp://x", "https://", "https:///x", "javascript:alert(1)", "https://a b", "//x"}) {
        auto repository = usual();
        EditRepoOption edit{.has_wiki = true};
        edit.external_wiki.emplace().external_wiki_url = address;
        EXPECT_FALSE(edit_units(repository, edit, everything)) << address;
    }
    const auto with_format = [](const char* format) {
        auto repository = usual();
        EditRepoOption edit{.has_issues = true};
        edit.external_tracker.emplace().external_tracker_url = "https://t.example.com";
        edit.external_tracker->external_tracker_format = format;
        return edit_units(repository, edit, everything).has_value();
    };
    EXPECT_TRUE(with_format("https://t.example.com/{user}/{repo}/{index}"));
    EXPECT_TRUE(with_format("https://t.example.com/{wrong}"));
    EXPECT_FALSE(with_format("https://t.example.com/{index"));
    EXPECT_FALSE(with_format("https://t.example.com/repo}"));
}

TEST(EditUnits, AMergeSettingSwitchesPullRequestsOn)
{
    auto repository = usual();
    repository.allow_rebase = false;
    ASSERT_TRUE(edit_units(repository, {.has_pull_requests = false}, everything));
    ASSERT_TRUE(edit_units(repository, {.allow_squash_merge = false}, everything));
    EXPECT_TRUE(repository.enabled().has(Unit::pulls));
    EXPECT_TRUE(repository.allow_rebase) << "the others are as usual";
    EXPECT_FALSE(repository.allow_squash_merge);
    ASSERT_TRUE(edit_units(repository, {.has_pull_requests = false, .allow_rebase = true}, everything));
    EXPECT_FALSE(repository.enabled().has(Unit::pulls)) << "said at once, off is off";
}

TEST(EditUnits, OneWayToUpdateStays)
{
    auto repository = usual();
    ASSERT_TRUE(edit_units(repository, {.allow_rebase_update = false}, everything));
    EXPECT_FALSE(edit_units(repository, {.allow_merge_update = false}, everything));
    EXPECT_TRUE(repository.allow_merge_update);
}

TEST(EditUnits, WhatTheSiteDoesNotHaveStaysOff)
{
    auto repository = usual();
    auto available = everything;
    available.set(Unit::wiki, false);
    ASSERT_TRUE(edit_units(repository, {.has_wiki = true}, available));
    EXPECT_FALSE(repository.enabled().has(Unit::wiki));
}

} // namespace
} // namespace cairn::repositories
