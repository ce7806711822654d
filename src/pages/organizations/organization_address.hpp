// Where the pages of an organization and of its teams are.
#pragma once

#include "base/text.hpp"
#include "http/url.hpp"
#include "organizations/team.hpp"

namespace cairn::pages {

inline std::string organization_address(const organizations::StoredOrganization& organization)
{
    return "/org/" + http::encode_path_segment(organization.name);
}

// What is below it is another team's for no name; the page itself is, for a team that is called as the page for a new
// one is.
inline std::string team_base(const organizations::StoredOrganization& organization,
                             const organizations::StoredTeam& team)
{
    return organization_address(organization) + "/teams/" + http::encode_path_segment(team.name);
}
inline std::string team_address(const organizations::StoredOrganization& organization,
                                const organizations::StoredTeam& team)
{
    return team_base(organization, team) + (team.name == "new" ? "/members" : "");
}

} // namespace cairn::pages
