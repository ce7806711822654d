#include "organizations/membership.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/test_database.hpp"
#include "events/events.hpp"

namespace cairn::organizations {
namespace {

using access::Standing;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

class MembershipTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    MembershipTest()
    {
        lost.clear();
        bus.add<events::AccessLost>(&note_loss);
        db.migrate();
        founder = add_person("founder");
        ann = add_person("ann");
        bob = add_person("bob");
        organization = db->write([&](db::Transaction& tx) {
                             return create_organization(tx, {.name = "works"}, founder.id);
                         }).value();
        owners = db->one<StoredTeam>("SELECT * FROM team WHERE organization_id = $1", organization.id);
    }

    Account add_person(const std::string& name)
    {
        return db
            ->write([&](db::Transaction& tx) {
                return accounts::create_account(tx, {.name = name, .email = name + "@example.com"});
            })
            .value();
    }
    StoredTeam add_team(const std::string& name, bool all_repositories = false)
    {
        return db->write([&](db::Transaction& tx) {
            return create_team(tx, organization.id,
                               {.name = name,
                                .rights = TeamRights::everywhere(Level::write),
                                .includes_all_repositories = all_repositories});
        });
    }
    std::int64_t add_repository(const std::string& name)
    {
        return db->write([&](db::Transaction& tx) {
            return tx.scalar<std::int64_t>(
                "INSERT INTO repository (owner_id, storage, name, lower_name, private, audience, units, default_branch,"
                " created_at, updated_at) VALUES ($1, $2, $3, $4, TRUE, 3, 1, 'main', 0, 0) RETURNING id",
                organization.id, name, name, name);
        });
    }
    void join(const StoredTeam& team, const Account& account)
    {
        db->write([&](db::Transaction& tx) { join_team(tx, team, account.id, false); });
    }
    Result<void> leave(const StoredTeam& team, const Account& account)
    {
        return db->write([&](db::Transaction& tx) { return leave_team(tx, bus, team, account.id); });
    }
    Standing standing(const Account& account) { return access::standing_in(*db, organization.id, account.id); }
    std::vector<std::int64_t> repositories_of(const StoredTeam& team)
    {
        return db->all<std::int64_t>("SELECT repository_id FROM team_repository WHERE team_id = $1", team.id);
    }

    static void note_loss(db::Transaction&, const events::AccessLost& event)
    {
        EXPECT_EQ(event.repository_id, 0);
        lost.emplace_back(event.owner_id, event.account_id);
    }

    static inline std::vector<std::pair<std::int64_t, std::int64_t>> lost;
    events::Bus bus;
    db::TestDatabase db{GetParam()};
    Account founder;
    Account ann;
    Account bob;
    StoredOrganization organization;
    StoredTeam owners;
};

TEST_P(MembershipTest, TheFounderIsTheOnlyOwner)
{
    EXPECT_EQ(owners.name, "Owners");
    EXPECT_TRUE(owners.is_of_owners());
    EXPECT_EQ(standing(founder), Standing::owner);
    EXPECT_EQ(standing(ann), Standing::stranger);
}

TEST_P(MembershipTest, MembersAreExactlyThoseInATeam)
{
    const auto one = add_team("one");
    const auto two = add_team("two");
    join(one, ann);
    join(one, ann);
    join(two, ann);
    EXPECT_EQ(standing(ann), Standing::member);
    EXPECT_TRUE(leave(one, ann));
    EXPECT_EQ(standing(ann), Standing::member);
    EXPECT_TRUE(leave(two, ann));
    EXPECT_EQ(standing(ann), Standing::stranger);
    EXPECT_TRUE(leave(two, ann));
    // Each team that was left, and nothing for one that was not.
    EXPECT_THAT(lost, ElementsAre(Pair(organization.id, ann.id), Pair(organization.id, ann.id)));
}

TEST_P(MembershipTest, TheLastOwnerStays)
{
    EXPECT_FALSE(leave(owners, founder));
    EXPECT_FALSE(db->write([&](db::Transaction& tx) {
                       return remove_member(tx, bus, organization.id, founder.id);
                   }).has_value());
    join(owners, ann);
    EXPECT_TRUE(leave(owners, founder));
    EXPECT_EQ(standing(founder), Standing::stranger);
    EXPECT_FALSE(leave(owners, ann));
    EXPECT_FALSE(db->write([&](db::Transaction& tx) { return delete_team(tx, bus, owners); }).has_value());
    EXPECT_EQ(standing(ann), Standing::owner);
}

TEST_P(MembershipTest, RemovingAMemberEmptiesEverySeat)
{
    join(add_team("one"), ann);
    join(owners, ann);
    EXPECT_TRUE(db->write([&](db::Transaction& tx) { return remove_member(tx, bus, organization.id, ann.id); }));
    EXPECT_EQ(standing(ann), Standing::stranger);
    EXPECT_EQ(db->scalar<std::int64_t>("SELECT count(*) AS value FROM team_member WHERE account_id = $1", ann.id), 0);
}

TEST_P(MembershipTest, WhoeverIsInNoOtherTeamLeavesWithADeletedOne)
{
    const auto one = add_team("one");
    join(one, ann);
    join(one, bob);
    join(add_team("two"), bob);
    EXPECT_TRUE(db->write([&](db::Transaction& tx) { return delete_team(tx, bus, one); }));
    EXPECT_EQ(standing(ann), Standing::stranger);
    EXPECT_EQ(standing(bob), Standing::member);
    EXPECT_THAT(lost, UnorderedElementsAre(Pair(organization.id, ann.id), Pair(organization.id, bob.id)));
}

TEST_P(MembershipTest, MembersOfATeamThatMayDoLessHaveLostAccess)
{
    const auto writers = add_team("writers");
    join(writers, ann);
    const auto change = [&](const StoredTeam& before, const TeamRights& rights) {
        auto after = before;
        after.permission = rights.permission;
        after.levels = rights.levels.stored();
        db->write([&](db::Transaction& tx) { change_team(tx, bus, before, after); });
        return after;
    };
    const auto owning = change(writers, TeamRights::everywhere(Level::admin));
    EXPECT_THAT(lost, IsEmpty());
    change(owning, TeamRights::everywhere(Level::read));
    EXPECT_THAT(lost, ElementsAre(Pair(organization.id, ann.id)));
}

TEST_P(MembershipTest, ATeamThatComesToIncludeAllRepositoriesGetsThoseThatThereAre)
{
    const auto before = add_repository("before");
    auto some = add_team("some");
    const auto all = add_team("all", true);
    EXPECT_THAT(repositories_of(some), IsEmpty());
    EXPECT_THAT(repositories_of(all), ElementsAre(before));

    const auto after = add_repository("after");
    some.includes_all_repositories = true;
    db->write([&](db::Transaction& tx) { save_team(tx, some); });
    EXPECT_THAT(repositories_of(some), UnorderedElementsAre(before, after));
    some.includes_all_repositories = false;
    db->write([&](db::Transaction& tx) { save_team(tx, some); });
    EXPECT_THAT(repositories_of(some), UnorderedElementsAre(before, after));
}

TEST_P(MembershipTest, RepositoriesAreMadeByOwnersAndByTeamsThatMay)
{
    auto team = add_team("makers");
    join(team, ann);
    const auto may = [&](const Account& account, bool admin = false) {
        return access::may_create_repository(*db, {.id = account.id, .admin = admin}, organization.id);
    };
    EXPECT_TRUE(may(founder));
    EXPECT_FALSE(may(ann));
    EXPECT_FALSE(may(bob));
    EXPECT_TRUE(may(bob, true));
    team.can_create_org_repo = true;
    db->write([&](db::Transaction& tx) { save_team(tx, team); });
    EXPECT_TRUE(may(ann));
}

TEST_P(MembershipTest, AnOrganizationIsDeletedWhenNothingTiesIt)
{
    static bool free = false;
    static const accounts::DeletionCheck possessions{
        .check_free = [](db::Queries&, const Account&) -> Result<void> {
            if (!free) return fail(Errc::unprocessable, "it owns something");
            return {};
        },
        .clear = [](const api::Site&, const Account&, std::int64_t) { return Result<void>(); }};
    static const accounts::DeletionCheck* const deletion_checks[] = {&possessions};
    const auto account = accounts::find_account(*db, organization.id).value();
    const auto remove = [&] {
        return db->write([&](db::Transaction& tx) { return delete_organization(tx, deletion_checks, bus, account); });
    };
    free = false;
    EXPECT_FALSE(remove());
    free = true;
    EXPECT_TRUE(remove());
    EXPECT_FALSE(find_organization(*db, "works"));
    EXPECT_EQ(db->scalar<std::int64_t>("SELECT count(*) AS value FROM team_member"), 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, MembershipTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

} // namespace
} // namespace cairn::organizations
