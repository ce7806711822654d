// Giving repositories to teams and taking them away.
#pragma once

#include "api/call.hpp"
#include "organizations/team.hpp"

namespace cairn::repositories {

bool has_repository(db::Queries&, std::int64_t team_id, std::int64_t repository_id);

// Its members watch the repository from then on, where the site wants that. Twice is once.
void give_to_team(const api::Site&, db::Transaction&, const organizations::StoredTeam&, std::int64_t repository_id);

// From a team that has all repositories none can be taken.
void take_from_team(const api::Site&, db::Transaction&, const organizations::StoredTeam&, std::int64_t repository_id);

} // namespace cairn::repositories
