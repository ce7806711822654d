#include "access/organizations.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "access/organization_units.hpp"
#include "db/composition.hpp"
#include "db/test_database.hpp"

namespace cairn::access {
namespace {

using config::Visibility;

// A small site with everything in it that seeing depends on, made by chance.
class OrganizationAccessTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    OrganizationAccessTest() { db.migrate(); }

    bool chance(int percent) { return static_cast<int>(random() % 100) < percent; }
    Visibility any_visibility() { return static_cast<Visibility>(random() % 3); }

    std::int64_t add_account(db::Transaction& tx, const char* kind, Visibility visibility)
    {
        const std::string name = "account" + std::to_string(++made);
        return tx.scalar<std::int64_t>("INSERT INTO account (kind, name, lower_name, visibility, avatar, created_at,"
                                       " updated_at) VALUES ($1, $2, $3, $4, '', 0, 0) RETURNING id",
                                       kind, name, name, visibility);
    }

    void add_team(db::Transaction& tx, const OrganizationFacts& organization, const std::string& name,
                  const char* permission)
    {
        const auto visibility = any_visibility();
        const auto id = tx.scalar<std::int64_t>("INSERT INTO team (organization_id, name, lower_name, permission,"
                                                " levels, visibility) VALUES ($1, $2, $3, $4, 0, $5) RETURNING id",
                                                organization.id, name, name, permission, visibility);
        teams.push_back({id, organization, visibility});
        for (const auto person : people)
            if (chance(20)) {
                tx.run("INSERT INTO team_member (team_id, account_id) VALUES ($1, $2)", id, person);
                tx.run("INSERT INTO organization_member (organization_id, account_id) VALUES ($1, $2)"
                       " ON CONFLICT DO NOTHING",
                       organization.id, person);
            }
    }

    void populate(db::Transaction& tx)
    {
        for (int i = 0; i < 10; ++i) people.push_back(add_account(tx, "individual", Visibility::public_));
        for (int i = 0; i < 12; ++i) {
            const auto visibility = static_cast<Visibility>(i % 3);
            organizations.push_back({add_account(tx, "organization", visibility), visibility});
            add_team(tx, organizations.back(), "owners", "owner");
            for (int n = 0; n < 4; ++n) add_team(tx, organizations.back(), "team" + std::to_string(n), "read");
        }
    }

    std::vector<Viewer> viewers() const
    {
        std::vector<Viewer> all{{}, {.public_only = true}};
        for (const auto person : people)
            for (const bool admin : {false, true})
                for (const bool restricted : {false, true})
                    for (const bool public_only : {false, true})
                        all.push_back({person, admin, restricted, public_only, 0});
        return all;
    }

    std::mt19937 random{20'240'612};
    int made = 0;
    std::vector<std::int64_t> people;
    std::vector<OrganizationFacts> organizations;
    std::vector<TeamFacts> teams;
    db::TestDatabase db{GetParam()};
};

TEST_P(OrganizationAccessTest, ListsAndChecksAgreeForEverybody)
{
    db->write([&](db::Transaction& tx) { populate(tx); });
    std::size_t seen = 0;
    std::size_t hidden = 0;
    for (const Viewer& viewer : viewers()) {
        SCOPED_TRACE(testing::Message() << "viewer " << viewer.id << " admin " << viewer.admin << " restricted "
                                        << viewer.restricted << " public_only " << viewer.public_only);
        db::Composition organizations_seen("SELECT o.id FROM account o WHERE o.kind = 'organization' AND ");
        add_sees_organization(organizations_seen, viewer);
        const auto listed = db->all<std::int64_t>(organizations_seen);
        const std::set<std::int64_t> of_organizations(listed.begin(), listed.end());
        for (const auto& organization : organizations)
            ASSERT_EQ(sees_organization(*db, viewer, organization), of_organizations.contains(organization.id))
                << organization.id;

        db::Composition teams_seen("SELECT t.id FROM team t JOIN account o ON o.id = t.organization_id WHERE ");
        add_sees_team(teams_seen, viewer);
        const auto found = db->all<std::int64_t>(teams_seen);
        const std::set<std::int64_t> of_teams(found.begin(), found.end());
        for (const auto& team : teams) {
            const bool sees = sees_team(*db, viewer, team);
            ASSERT_EQ(sees, of_teams.contains(team.id)) << team.id;
            ASSERT_TRUE(!sees || sees_organization(*db, viewer, team.organization)) << team.id;
            ++(sees ? seen : hidden);
        }
    }
    EXPECT_GT(seen, 1000U);
    EXPECT_GT(hidden, 1000U);
}

TEST_P(OrganizationAccessTest, OwnersAreThoseInTheTeamOfOwners)
{
    const auto [organization, owner, member, stranger] = db->write([&](db::Transaction& tx) {
        const auto o = add_account(tx, "organization", Visibility::private_);
        std::array<std::int64_t, 4> ids{o};
        for (std::size_t i = 1; i < 4; ++i) ids.at(i) = add_account(tx, "individual", Visibility::public_);
        add_team(tx, {o, Visibility::private_}, "owners", "owner");
        add_team(tx, {o, Visibility::private_}, "readers", "read");
        for (std::size_t i = 0; i < 2; ++i) {
            tx.run("INSERT INTO team_member (team_id, account_id) VALUES ($1, $2)", teams.at(i).id, ids.at(i + 1));
            tx.run("INSERT INTO organization_member (organization_id, account_id) VALUES ($1, $2)", o, ids.at(i + 1));
        }
        return ids;
    });
    EXPECT_EQ(standing_in(*db, organization, owner), Standing::owner);
    EXPECT_EQ(standing_in(*db, organization, member), Standing::member);
    EXPECT_EQ(standing_in(*db, organization, stranger), Standing::stranger);
    EXPECT_EQ(standing_in(*db, organization, 0), Standing::stranger);
}

TEST_P(OrganizationAccessTest, WritingToAUnitComesFromTheHighestOfSomebodysTeams)
{
    Levels reading;
    reading.set(Unit::projects, Level::read);
    Levels writing;
    writing.set(Unit::projects, Level::write);
    const auto [organization, reader, writer, stranger] = db->write([&](db::Transaction& tx) {
        const auto o = add_account(tx, "organization", Visibility::public_);
        std::array<std::int64_t, 4> ids{o};
        for (std::size_t i = 1; i < 4; ++i) ids.at(i) = add_account(tx, "individual", Visibility::public_);
        for (const char* name : {"readers", "writers"}) add_team(tx, {o, Visibility::public_}, name, "write");
        tx.run("UPDATE team SET levels = $2 WHERE id = $1", teams.at(0).id, reading.stored());
        tx.run("UPDATE team SET levels = $2 WHERE id = $1", teams.at(1).id, writing.stored());
        for (const auto& [team, person] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)})
            tx.run("INSERT INTO team_member (team_id, account_id) VALUES ($1, $2)",
                   teams.at(static_cast<std::size_t>(team)).id, ids.at(static_cast<std::size_t>(person)));
        return ids;
    });
    const auto writes = [&](const Viewer& viewer, Unit unit = Unit::projects) {
        return writes_in_organization(*db, viewer, organization, unit);
    };
    EXPECT_TRUE(writes({.id = writer}));
    EXPECT_FALSE(writes({.id = writer}, Unit::packages));
    EXPECT_FALSE(writes({.id = reader}));
    EXPECT_FALSE(writes({.id = stranger}));
    EXPECT_FALSE(writes({}));
    EXPECT_TRUE(writes({.id = stranger, .admin = true}));
}

INSTANTIATE_TEST_SUITE_P(Engines, OrganizationAccessTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

} // namespace
} // namespace cairn::access
