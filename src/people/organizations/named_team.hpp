// Teams by their names, as addresses of pages have them: who may see one, and who may change it.
#pragma once

#include "organizations/guards.hpp"

namespace cairn::organizations {

struct NamedTeamPath {
    std::string org;
    std::string team;
};
BOOST_DESCRIBE_STRUCT(NamedTeamPath, (), (org, team))
constexpr auto notes(const NamedTeamPath*)
{
    return std::array{Note{"org", "the name of the organization"}, Note{"team", "the name of the team, in any case"}};
}

Result<void> check_reads_named_team(api::Call&);
Result<void> check_owns_named_team(api::Call&);

// As reads_team and owns_team: whoever sees the team; and owners of its organization.
inline constexpr api::Guard reads_named_team{.name = "reads the team",
                                             .path = &type_of<NamedTeamPath>(),
                                             .loads = &api::tag<TeamAndOrganization>,
                                             .errors = {401, 403, 404},
                                             .check = &check_reads_named_team};
inline constexpr api::Guard owns_named_team{.name = "owns the team",
                                            .path = &type_of<NamedTeamPath>(),
                                            .loads = &api::tag<TeamAndOrganization>,
                                            .errors = {401, 403, 404},
                                            .check = &check_owns_named_team};

} // namespace cairn::organizations
