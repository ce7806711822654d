// What somebody may do with what an organization has itself, beside its repositories: its boards, say. Teams decide it,
// by the same units as in repositories.
#pragma once

#include "access/levels.hpp"
#include "access/viewer.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::access {

// Owners, those in a team that writes to the unit, and administrators of the site.
bool writes_in_organization(db::Queries&, const Viewer&, std::int64_t organization_id, Unit);

} // namespace cairn::access
