// Finding, making, changing and deleting teams, as the API has it.
#pragma once

#include "organizations/guards.hpp"
#include "organizations/team_rights.hpp"

namespace cairn::organizations {

struct CreateTeamOption {
    std::string name;
    std::string description;
    bool includes_all_repositories = false;
    std::optional<TeamPermission> permission;
    std::vector<std::string> units;
    std::map<std::string, std::string> units_map;
    bool can_create_org_repo = false;
    std::optional<Visibility> visibility;
};
BOOST_DESCRIBE_STRUCT(CreateTeamOption, (),
                      (name, description, includes_all_repositories, permission, units, units_map, can_create_org_repo,
                       visibility))
constexpr auto notes(const CreateTeamOption*)
{
    return std::array{
        Note{.member = "name", .doc = "letters, digits, '-', '_' and '.'", .required = true, .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{"includes_all_repositories", "gives it the organization's repositories of today and of tomorrow"},
        Note{"permission", "the level in every unit or, with units, in each of those"},
        Note{"units", "the only units that are open to it, at the level of permission"},
        Note{"units_map", "the only units that are open to it, each with its level: none, read, write or admin"},
        Note{"can_create_org_repo", "lets its members make repositories of the organization"},
        Note{"visibility", "seen by everybody, by the organization's members, or by its own members alone (as usual)"},
    };
}

struct EditTeamOption {
    std::optional<std::string> name;
    std::optional<std::string> description;
    std::optional<bool> includes_all_repositories;
    std::optional<TeamPermission> permission;
    std::vector<std::string> units;
    std::map<std::string, std::string> units_map;
    std::optional<bool> can_create_org_repo;
    std::optional<Visibility> visibility;
};
BOOST_DESCRIBE_STRUCT(EditTeamOption, (),
                      (name, description, includes_all_repositories, permission, units, units_map, can_create_org_repo,
                       visibility))
constexpr auto notes(const EditTeamOption*)
{
    return std::array{
        Note{.member = "name", .doc = "letters, digits, '-', '_' and '.'", .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{"permission", "the level in every unit or, with units, in each of those; absent: as it was"},
        Note{"units", "the only units that are open to it from now on, at the level of permission"},
        Note{"units_map", "the only units that are open to it from now on, each with its level"},
    };
}

struct SearchTeams : Paging {
    std::string q;
    std::optional<bool> include_desc;
};
BOOST_DESCRIBE_STRUCT(SearchTeams, (Paging), (q, include_desc))
constexpr auto notes(const SearchTeams*)
{
    return std::array{Note{"q", "a piece of the name or the description, in any case"},
                      Note{"include_desc", "false: look at names alone"}};
}

// The page of an organization's teams that the caller sees and that fit, its owners first, then by name.
Page<StoredTeam> search_teams(const api::View&, const StoredOrganization&, const SearchTeams&);

// The page of the teams that an account is in, in the same order.
Page<StoredTeam> teams_of(const api::View&, const Account&, const Paging&);

// Errc::unprocessable for a name that is malformed or taken, Errc::bad_request for a team that may do nothing.
Result<StoredTeam> create_team(const api::Call&, const StoredOrganization&, const CreateTeamOption&);

// What owners have cannot be taken from them; only how their team is described is theirs to choose.
// Errc::unprocessable for a name that is malformed or taken.
Result<StoredTeam> edit_team(const api::Call&, const StoredTeam&, const EditTeamOption&);

// Errc::unprocessable for the team of owners.
Result<void> delete_team(const api::Call&, const StoredTeam&);

} // namespace cairn::organizations
