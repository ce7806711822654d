// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table new_organization_table;      // new_organization.cpp
extern const api::Table organization_members_table;  // members.cpp
extern const api::Table organization_teams_table;    // teams.cpp
extern const api::Table team_page_table;             // team.cpp
extern const api::Table team_form_table;             // team_form.cpp
extern const api::Table organization_settings_table; // organization_settings.cpp
extern const api::Table organization_end_table;      // organization_end.cpp
extern const api::Table organization_blocks_table;   // organization_blocks.cpp
extern const api::Table invitation_table;            // invitation.cpp

} // namespace cairn::pages

namespace cairn::pages::organization_pages {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::organization_pages
