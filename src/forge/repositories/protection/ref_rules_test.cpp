#include "repositories/protection/ref_rules.hpp"

#include <gtest/gtest.h>

#include "db/test_database.hpp"
#include "git/test_repository.hpp"

namespace cairn::repositories {
namespace {

using access::Level;
using access::Levels;
using Act = RefChange::Act;

TEST(FilePatterns, HaveTwoSeparatorsAndNoCase)
{
    const FilePatterns patterns(" *.lock ;docs/**; [broken");
    EXPECT_TRUE(patterns.matches("Yarn.LOCK"));
    EXPECT_FALSE(patterns.matches("web/yarn.lock"));
    EXPECT_FALSE(patterns.matches("a.b.lock"));
    EXPECT_TRUE(patterns.matches("docs/guide/one.md"));
    EXPECT_TRUE(FilePatterns(" ; ").empty());
}

TEST(BranchPattern, APlainNameFitsInAnyCaseAndAPatternInItsOwn)
{
    EXPECT_TRUE(BranchPattern("Main").matches("main"));
    EXPECT_TRUE(BranchPattern("release/*").matches("release/1"));
    EXPECT_FALSE(BranchPattern("release/*").matches("Release/1"));
    EXPECT_FALSE(BranchPattern("release/*").matches("release/1/2"));
    EXPECT_TRUE(BranchPattern("release/[").matches("release/["));
}

TEST(TagPattern, IsAGlobOrBetweenSlashesARegularExpression)
{
    EXPECT_TRUE(fits_tag("v*", "v1/2"));
    EXPECT_FALSE(fits_tag("v*", "V1"));
    EXPECT_TRUE(fits_tag("/^v[0-9]+$/", "v17"));
    EXPECT_FALSE(fits_tag("/^v[0-9]+$/", "v17-rc"));
    EXPECT_TRUE(fits_tag("/rc/", "v17-rc1"));
    EXPECT_TRUE(fits_tag("/(/", "anything")) << "a broken pattern keeps all of them";
    EXPECT_TRUE(fits_tag("/(a+)+$/", std::string(200, 'a') + "b")) << "so does one that takes too long";
}

class RefRulesTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    RefRulesTest()
    {
        db.migrate();
        db->write([&](db::Transaction& tx) {
            for (auto* account : {&owner, &writer, &member})
                *account = tx.scalar<std::int64_t>(
                    "INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                    " VALUES ('individual', $1, $1, '', 0, 0) RETURNING id",
                    "person" + std::to_string(++made));
            team = tx.scalar<std::int64_t>("INSERT INTO team (organization_id, name, lower_name, permission, levels)"
                                           " VALUES ($1, 't', 't', 'write', 0) RETURNING id",
                                           owner);
            tx.run("INSERT INTO team_member (team_id, account_id) VALUES ($1, $2)", team, member);
            repository.id =
                tx.scalar<std::int64_t>("INSERT INTO repository (owner_id, storage, name, lower_name, audience, units,"
                                        " default_branch, created_at, updated_at)"
                                        " VALUES ($1, 's', 'r', 'r', 0, 1, 'main', 0, 0) RETURNING id",
                                        owner);
        });
        repository.default_branch = "main";
        repository.units = access::Units{access::Unit::code}.stored();
    }

    std::int64_t protect(const std::string& name, db::Sql change = "")
    {
        return db->write([&](db::Transaction& tx) {
            const auto id = tx.scalar<std::int64_t>(
                "INSERT INTO branch_protection (repository_id, rule_name, priority, created_at, updated_at)"
                " VALUES ($1, $2, $3, 0, 0) RETURNING id",
                repository.id, name, ++priority);
            if (!change.text().empty())
                tx.run(db::Sql::composed("UPDATE branch_protection SET " + std::string(change.text())
                                         + " WHERE id = " + std::to_string(id)));
            return id;
        });
    }
    void list(std::int64_t rule, RuleList on, std::int64_t account)
    {
        db->write([&](db::Transaction& tx) {
            tx.run("INSERT INTO branch_protection_person (protection_id, list, account_id) VALUES ($1, $2, $3)", rule,
                   on, account);
        });
    }
    void list_team(std::int64_t rule, RuleList on)
    {
        db->write([&](db::Transaction& tx) {
            tx.run("INSERT INTO branch_protection_team (protection_id, list, team_id) VALUES ($1, $2, $3)", rule, on,
                   team);
        });
    }

    RefRules rules_for(std::int64_t account, Level level = Level::write)
    {
        return RefRules::load(*db, repository,
                              {.account_id = account, .access = {Levels::everywhere(level), repository.enabled()}});
    }
    RefRules rules_for_key() { return RefRules::load(*db, repository, Pusher::of_deploy_key(false, repository)); }

    static RefChange change(const std::string& branch, Act act = Act::advance, std::vector<std::string> files = {"a.c"})
    {
        return {.name = "refs/heads/" + branch, .act = act, .changed_files = [files] { return files; }};
    }
    static bool allows(const RefRules& rules, const RefChange& wanted) { return rules.check(wanted).has_value(); }

    db::TestDatabase db{GetParam()};
    int made = 0;
    int priority = 0;
    std::int64_t owner = 0;
    std::int64_t writer = 0;
    std::int64_t member = 0;
    std::int64_t team = 0;
    StoredRepository repository{};
};

TEST_P(RefRulesTest, AFreeBranchIsAnyWritersButTheDefaultOneStays)
{
    const auto rules = rules_for(writer);
    for (const auto act : {Act::create, Act::advance, Act::force, Act::remove})
        EXPECT_TRUE(allows(rules, change("topic", act)));
    EXPECT_TRUE(allows(rules, change("main", Act::force)));
    EXPECT_FALSE(allows(rules, change("main", Act::remove)));
    EXPECT_FALSE(allows(rules_for(writer, Level::read), change("topic")));
    EXPECT_FALSE(allows(rules, {.name = "refs/pull/1/head"}));
}

TEST_P(RefRulesTest, AnArchivedRepositoryIsLockedAndAMirrorClosed)
{
    repository.mirror = true;
    EXPECT_EQ(rules_for(writer).check(change("topic")).error().code, Errc::forbidden);
    repository.archived_at = {1};
    EXPECT_EQ(rules_for(writer).check(change("topic")).error().code, Errc::locked);
}

TEST_P(RefRulesTest, ARuleClosesABranchToEverybodyUnlessItOpensIt)
{
    protect("main");
    const auto rules = rules_for(owner, Level::owner);
    for (const auto act : {Act::create, Act::advance, Act::force, Act::remove})
        EXPECT_FALSE(allows(rules, change("MAIN", act)));
    EXPECT_FALSE(rules.may_push(rules.rule_for("main")));
    EXPECT_TRUE(rules.may_merge(rules.rule_for("main")));
}

TEST_P(RefRulesTest, WithoutAListEveryWriterPushes)
{
    protect("main", "enable_push = TRUE");
    EXPECT_TRUE(allows(rules_for(writer), change("main")));
    EXPECT_TRUE(allows(rules_for_key(), change("main")));
    EXPECT_FALSE(allows(rules_for(writer), change("main", Act::force)));
    EXPECT_FALSE(allows(rules_for(writer), change("main", Act::remove)));
}

TEST_P(RefRulesTest, AListOpensItToWhoIsOnItOrInATeamThatIs)
{
    const auto rule = protect("main", "enable_push = TRUE, push_list = TRUE");
    list(rule, RuleList::push, writer);
    list_team(rule, RuleList::push);
    EXPECT_TRUE(allows(rules_for(writer), change("main")));
    EXPECT_TRUE(allows(rules_for(member), change("main")));
    EXPECT_FALSE(allows(rules_for(owner, Level::owner), change("main")));
    EXPECT_FALSE(allows(rules_for_key(), change("main")));
    protect("keys", "enable_push = TRUE, push_list = TRUE, push_deploy_keys = TRUE");
    EXPECT_TRUE(allows(rules_for_key(), change("keys")));
}

TEST_P(RefRulesTest, ForceNeedsPushAndItsOwnList)
{
    protect("open", "enable_push = TRUE, enable_force_push = TRUE");
    protect("closed", "enable_force_push = TRUE");
    const auto rule = protect("listed", "enable_push = TRUE, enable_force_push = TRUE, force_push_list = TRUE");
    list(rule, RuleList::force_push, writer);
    EXPECT_TRUE(allows(rules_for(writer), change("open", Act::force)));
    EXPECT_FALSE(allows(rules_for(writer), change("closed", Act::force)));
    EXPECT_TRUE(allows(rules_for(writer), change("listed", Act::force)));
    EXPECT_FALSE(allows(rules_for(owner), change("listed", Act::force)));
    EXPECT_FALSE(allows(rules_for_key(), change("listed", Act::force)));
}

TEST_P(RefRulesTest, ProtectedFilesStopEverybodyAndUnprotectedOnesLetEverybodyPass)
{
    protect("main", "enable_push = TRUE, protected_file_patterns = '*.lock'");
    EXPECT_TRUE(allows(rules_for(writer), change("main")));
    EXPECT_FALSE(allows(rules_for(writer), change("main", Act::advance, {"a.c", "a.lock"})));
    protect("docs", "unprotected_file_patterns = 'docs/**', protected_file_patterns = 'docs/law.md'");
    EXPECT_TRUE(allows(rules_for(writer), change("docs", Act::advance, {"docs/a.md", "docs/b/c"})));
    EXPECT_FALSE(allows(rules_for(writer), change("docs", Act::advance, {"docs/a.md", "a.c"})));
    EXPECT_FALSE(allows(rules_for(writer), change("docs", Act::advance, {"docs/law.md"})));
    EXPECT_FALSE(allows(rules_for(writer), change("docs", Act::advance, {})));
}

TEST_P(RefRulesTest, SignaturesAreAskedForWhereARuleDemandsThem)
{
    protect("main", "enable_push = TRUE, require_signed_commits = TRUE");
    auto wanted = change("main");
    EXPECT_FALSE(allows(rules_for(writer), wanted));
    wanted.all_signed = [] { return true; };
    EXPECT_TRUE(allows(rules_for(writer), wanted));
    wanted.all_signed = [] { return false; };
    EXPECT_FALSE(allows(rules_for(writer), wanted));
}

TEST_P(RefRulesTest, WhatIsRefusedInAnyCaseIsRefusedAhead)
{
    protect("signed", "enable_push = TRUE, require_signed_commits = TRUE");
    protect("closed");
    protect("partly", "unprotected_file_patterns = 'docs/**'");
    const auto rules = rules_for(writer);
    EXPECT_TRUE(rules.check_ahead("free"));
    EXPECT_FALSE(rules.check_ahead("signed"));
    EXPECT_FALSE(rules.check_ahead("closed"));
    EXPECT_TRUE(rules.check_ahead("partly"));
}

TEST_P(RefRulesTest, TheFirstRuleByPriorityCountsAndPlainNamesComeBeforePatterns)
{
    protect("re*", "priority = 2");
    protect("release", "priority = 2, enable_push = TRUE");
    protect("rel?ase", "priority = 1, enable_push = TRUE, enable_force_push = TRUE");
    EXPECT_EQ(rules_for(writer).rule_for("release")->rule_name, "rel?ase");
    EXPECT_EQ(rules_for(writer).rule_for("Release")->rule_name, "release");
    EXPECT_EQ(rules_for(writer).rule_for("review")->rule_name, "re*");
    EXPECT_EQ(rules_for(writer).rule_for("main"), nullptr);
}

TEST_P(RefRulesTest, AmongRulesThatNobodyHasOrderedAPlainNameComesBeforeAnOlderPattern)
{
    protect("**", "priority = -1, enable_push = TRUE, enable_force_push = TRUE");
    protect("ma*", "priority = 0, enable_push = TRUE");
    protect("main", "priority = 0");
    protect("m*", "priority = 1, enable_push = TRUE");
    EXPECT_EQ(rules_for(writer).rule_for("main")->rule_name, "main");
    EXPECT_EQ(rules_for(writer).rule_for("many")->rule_name, "**");
    EXPECT_FALSE(allows(rules_for(writer), change("main")));
}

TEST_P(RefRulesTest, MergingHasAListOfItsOwnAndAdministratorsBypassTheRest)
{
    const auto rule = protect("main", "merge_list = TRUE, bypass_list = TRUE");
    list(rule, RuleList::merge, writer);
    list_team(rule, RuleList::bypass);
    const auto of_writer = rules_for(writer);
    const auto of_member = rules_for(member);
    const auto of_owner = rules_for(owner, Level::owner);
    EXPECT_TRUE(of_writer.may_merge(of_writer.rule_for("main")));
    EXPECT_FALSE(of_member.may_merge(of_member.rule_for("main")));
    EXPECT_FALSE(of_writer.bypasses(*of_writer.rule_for("main")));
    EXPECT_TRUE(of_member.bypasses(*of_member.rule_for("main")));
    EXPECT_TRUE(of_owner.bypasses(*of_owner.rule_for("main")));
    protect("strict", "block_admin_merge_override = TRUE");
    const auto again = rules_for(owner, Level::owner);
    EXPECT_FALSE(again.bypasses(*again.rule_for("strict")));
}

TEST_P(RefRulesTest, ATagBelongsToWhoIsOnAListOfOneOfItsRules)
{
    db->write([&](db::Transaction& tx) {
        for (const auto* pattern : {"v*", "/rc/"}) {
            const auto id = tx.scalar<std::int64_t>(
                "INSERT INTO tag_protection (repository_id, name_pattern, created_at, updated_at)"
                " VALUES ($1, $2, 0, 0) RETURNING id",
                repository.id, pattern);
            if (std::string_view(pattern) == "v*")
                tx.run("INSERT INTO tag_protection_person (protection_id, account_id) VALUES ($1, $2)", id, writer);
            else tx.run("INSERT INTO tag_protection_team (protection_id, team_id) VALUES ($1, $2)", id, team);
        }
    });
    EXPECT_TRUE(rules_for(writer).may_control_tag("v1-rc"));
    EXPECT_FALSE(rules_for(writer).may_control_tag("1-rc"));
    EXPECT_TRUE(rules_for(member).may_control_tag("v1-rc"));
    EXPECT_FALSE(rules_for(member).may_control_tag("v1"));
    EXPECT_FALSE(rules_for(owner, Level::owner).may_control_tag("v1"));
    EXPECT_TRUE(rules_for(owner, Level::owner).may_control_tag("other"));
    EXPECT_FALSE(allows(rules_for_key(), {.name = "refs/tags/v1", .act = Act::create}));
    EXPECT_FALSE(allows(rules_for(owner), {.name = "refs/tags/v1", .act = Act::remove}));
}

INSTANTIATE_TEST_SUITE_P(Engines, RefRulesTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

class ChangeTest : public git::RepositoryTest {
protected:
    Result<RefChange> changed(std::string_view before, std::string_view after, const Verifier& verifies = {}) const
    {
        return change_of(*opened, {.name = "refs/heads/topic", .before = id(before), .after = id(after)}, "main",
                         verifies);
    }
    static git::ObjectId id(std::string_view hex)
    {
        return hex.empty() ? git::ObjectId{} : git::ObjectId::parse(hex).value();
    }
    Result<git::Repository> opened = git::Repository::open(bare);
};

TEST_F(ChangeTest, TellsWhatIsDoneAndWhichFilesChange)
{
    write("a", "1");
    const auto first = commit("one");
    write("b", "2");
    const auto second = commit("two");
    in_work("git checkout -q -b topic " + first);
    write("c", "3");
    const auto third = commit("three");

    const auto advance = changed(first, second).value();
    EXPECT_EQ(advance.act, Act::advance);
    EXPECT_EQ(advance.changed_files().value(), std::vector<std::string>{"b"});
    EXPECT_EQ(changed(second, third).value().act, Act::force);
    EXPECT_EQ(changed(second, "").value().act, Act::remove);
    const auto create = changed("", third).value();
    EXPECT_EQ(create.act, Act::create);
    EXPECT_EQ(create.changed_files().value(), std::vector<std::string>{"c"});
}

TEST_F(ChangeTest, AsksAboutTheSignatureOfEachNewCommit)
{
    write("a", "1");
    const auto first = commit("one");
    const auto second = commit("two");
    const auto third = commit("three");
    std::vector<std::string> asked;
    const auto good = [&](const git::ObjectId& commit) -> Result<bool> {
        asked.push_back(commit.hex());
        return true;
    };
    EXPECT_TRUE(changed(first, third, good).value().all_signed().value());
    EXPECT_EQ(asked, (std::vector{third, second}));
    EXPECT_FALSE(changed(first, third).value().all_signed().value());
}

} // namespace
} // namespace cairn::repositories
