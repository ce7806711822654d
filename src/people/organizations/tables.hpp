// The operations of this room, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::organizations {

extern const api::Table organization_table;   // organizations.cpp
extern const api::Table affiliation_table;    // affiliations.cpp
extern const api::Table administration_table; // administration.cpp
extern const api::Table avatar_table;         // avatars.cpp
extern const api::Table block_table;          // blocks.cpp
extern const api::Table member_table;         // members.cpp
extern const api::Table team_table;           // teams.cpp
extern const api::Table own_team_table;       // teams.cpp
extern const api::Table team_member_table;    // team_members.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::organizations
