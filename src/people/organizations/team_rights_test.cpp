#include "organizations/team_rights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::organizations {
namespace {

using testing::Pair;
using testing::UnorderedElementsAre;

TeamRights rights(std::optional<TeamPermission> permission, const std::vector<std::string>& units,
                  const std::map<std::string, std::string>& units_map = {}, Level present = Level::none)
{
    return read_rights(permission, units, units_map, present).value();
}

Team shown(const TeamRights& of)
{
    return show_team({.permission = of.permission, .levels = of.levels.stored(), .units = of.named.stored()});
}

TEST(TeamRights, APermissionAloneHoldsInEveryUnit)
{
    const auto read = rights(TeamPermission::read, {});
    EXPECT_EQ(read.levels, Levels::everywhere(Level::read));
    EXPECT_EQ(read.permission, Level::read);
    EXPECT_FALSE(shown(read).units);
    EXPECT_FALSE(shown(read).units_map);
}

TEST(TeamRights, AnAdministratingTeamIsNotHeldUpByWhatOwnersMay)
{
    const auto admin = rights(TeamPermission::admin, {});
    EXPECT_EQ(admin.levels, Levels::everywhere(Level::owner));
    EXPECT_EQ(shown(admin).permission, Level::admin);
}

TEST(TeamRights, ListedUnitsGetThePermissionAndTheOthersNothing)
{
    const auto some = rights(TeamPermission::write, {"repo.code", "repo.wiki"});
    EXPECT_EQ(some.permission, Level::none);
    EXPECT_EQ(some.levels.on(Unit::code), Level::write);
    EXPECT_EQ(some.levels.on(Unit::issues), Level::none);
    EXPECT_EQ(some.levels.whole(), Level::none);
    EXPECT_THAT(*shown(some).units_map, UnorderedElementsAre(Pair("repo.code", "write"), Pair("repo.wiki", "write")));
}

TEST(TeamRights, ListedUnitsWithoutAPermissionGetThePresentOne)
{
    EXPECT_EQ(rights({}, {"repo.code"}, {}, Level::write).levels.on(Unit::code), Level::write);
    EXPECT_FALSE(rights({}, {"repo.code"}).levels.any());
}

TEST(TeamRights, MappedUnitsHaveTheirOwnLevels)
{
    const auto some = rights(TeamPermission::read, {}, {{"repo.code", "none"}, {"repo.issues", "admin"}});
    EXPECT_EQ(some.permission, Level::none);
    EXPECT_EQ(some.levels.on(Unit::issues), Level::admin);
    EXPECT_THAT(*shown(some).units, UnorderedElementsAre("repo.code", "repo.issues"));
    EXPECT_THAT(*shown(some).units_map, UnorderedElementsAre(Pair("repo.code", "none"), Pair("repo.issues", "admin")));
}

TEST(TeamRights, WhatDoesNotExistOpensNothing)
{
    const auto some = rights({}, {}, {{"repo.everything", "admin"}, {"repo.code", "owner"}, {"repo.wiki", "sudo"}});
    EXPECT_FALSE(some.levels.any());
    EXPECT_THAT(*shown(some).units_map, UnorderedElementsAre(Pair("repo.code", "none"), Pair("repo.wiki", "none")));
}

TEST(TeamRights, TheMapWinsOverTheList)
{
    const auto both = rights(TeamPermission::write, {"repo.code", "repo.wiki"}, {{"repo.code", "read"}});
    EXPECT_EQ(both.permission, Level::none);
    EXPECT_THAT(*shown(both).units_map, UnorderedElementsAre(Pair("repo.code", "read")));
}

TEST(TeamRights, NothingSaidIsNothing) { EXPECT_FALSE(read_rights({}, {}, {}, Level::write)); }

TEST(TeamRights, OwnersOwnEverythingButWhatLiesOutside)
{
    const auto map = *shown(TeamRights::of_owners()).units_map;
    ASSERT_EQ(map.size(), access::unit_count);
    for (const auto& [unit, level] : map) EXPECT_EQ(level, unit.starts_with("repo.ext_") ? "read" : "owner") << unit;
    EXPECT_EQ(TeamRights::of_owners().levels.whole(), Level::owner);
}

} // namespace
} // namespace cairn::organizations
