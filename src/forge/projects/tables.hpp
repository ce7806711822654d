// The operations of this room, for the catalog.
#pragma once

#include <span>

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

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::projects
