// What organizations and their teams do when a repository is made: for the room that makes them.
#pragma once

#include "api/caller.hpp"
#include "organizations/organization.hpp"

namespace cairn::organizations {

// Owners, those in a team that may, and administrators of the site.
bool may_create_repository(db::Queries&, const api::Caller&, std::int64_t organization_id);

// In the transaction that makes a repository of the organization, or brings one to it: teams that include all get it,
// and a creator who is neither owner nor administrator of the site administers it as a collaborator.
void take_repository(db::Transaction&, std::int64_t organization_id, std::int64_t repository_id,
                     const Account& creator);

} // namespace cairn::organizations
