// The operations of this room, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::projects {

extern const api::Table repository_project_table;   // projects.cpp
extern const api::Table organization_project_table; // projects.cpp
extern const api::Table own_project_table;          // projects.cpp
extern const api::Table repository_column_table;    // columns.cpp
extern const api::Table organization_column_table;  // columns.cpp
extern const api::Table own_column_table;           // columns.cpp
extern const api::Table repository_card_table;      // cards.cpp
extern const api::Table organization_card_table;    // cards.cpp
extern const api::Table own_card_table;             // cards.cpp

} // namespace cairn::projects
