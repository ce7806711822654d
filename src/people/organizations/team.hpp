// A team: as the database holds it, as the API shows it, and what its rights are made of.
#pragma once

#include <map>

#include "access/levels.hpp"
#include "organizations/organization.hpp"

namespace cairn::organizations {

using access::Level;
using access::Levels;
using access::Unit;
using access::Units;

// What a team may do: one level for everything, or one for each of some units and nothing in the others.
struct TeamRights {
    Level permission = Level::none; // for everything; none where units were named
    Units named{};                  // also those that were named to be closed
    Levels levels{};                // what follows from it

    static TeamRights everywhere(Level);
    static TeamRights of_owners();
};

struct StoredTeam {
    std::int64_t id = 0;
    std::int64_t organization_id = 0;
    std::string name;
    std::string description;
    Level permission = Level::none;
    std::int64_t levels = 0; // Levels::stored()
    std::int64_t units = 0;  // Units::stored() of those that were named
    bool includes_all_repositories = false;
    bool can_create_org_repo = false;
    Visibility visibility = Visibility::private_;

    bool is_of_owners() const { return permission == Level::owner; }
    TeamRights rights() const { return {permission, Units::from_stored(units), Levels::from_stored(levels)}; }
};
BOOST_DESCRIBE_STRUCT(StoredTeam, (),
                      (id, organization_id, name, description, permission, levels, units, includes_all_repositories,
                       can_create_org_repo, visibility))

struct Team {
    std::int64_t id = 0;
    std::string name;
    std::string description;
    std::optional<Organization> organization;
    bool includes_all_repositories = false;
    Level permission = Level::none;
    std::optional<std::vector<std::string>> units;
    std::optional<std::map<std::string, std::string>> units_map;
    bool can_create_org_repo = false;
    Visibility visibility = Visibility::private_;
};
BOOST_DESCRIBE_STRUCT(Team, (),
                      (id, name, description, organization, includes_all_repositories, permission, units, units_map,
                       can_create_org_repo, visibility))
constexpr auto notes(const Team*)
{
    return std::array{
        Note{"", "A team of an organization: its members have the same rights in the same repositories"},
        Note{"organization", "whose team it is, where the address does not tell"},
        Note{"includes_all_repositories", "has the organization's repositories of today and of tomorrow"},
        Note{"permission", "the level in every unit; none where each unit has its own"},
        Note{"units", "the units that have a level of their own; null where permission is for all"},
        Note{"units_map", "the level of each of those units: none, read, write, admin or owner"},
        Note{"can_create_org_repo", "its members may make repositories of the organization"},
        Note{"visibility", "seen by everybody, by the organization's members, or by its own members alone"},
    };
}

// Without the organization.
Team show_team(const StoredTeam&);
Team show_team(const StoredTeam&, const StoredOrganization&, const api::Caller&, const config::Settings&);

struct NewTeam {
    std::string name;
    std::string description{};
    TeamRights rights{};
    bool includes_all_repositories = false;
    bool can_create_org_repo = false;
    Visibility visibility = Visibility::private_;
};

// The one team that an organization always has.
NewTeam owners_team();

// Letters, digits, '-', '_' and '.'.
Result<void> check_team_name(std::string_view);

std::optional<StoredTeam> find_team(db::Queries&, std::int64_t id);
bool has_team(db::Queries&, std::int64_t organization_id, std::string_view name);

// The name was checked and is not taken.
StoredTeam create_team(db::Transaction&, std::int64_t organization_id, const NewTeam&);

// Writes the team back as it is given, and gives it all repositories if it says so. One that includes them no longer
// keeps those that it has.
void save_team(db::Transaction&, const StoredTeam&);

} // namespace cairn::organizations

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::organizations::Team>();
