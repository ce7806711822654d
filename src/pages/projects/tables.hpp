// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table add_issues_table;    // add_issues.cpp
extern const api::Table board_table;         // board.cpp
extern const api::Table column_forms_table;  // column_forms.cpp
extern const api::Table project_forms_table; // project_forms.cpp
extern const api::Table project_list_table;  // project_list.cpp

} // namespace cairn::pages

// Not by the name of the folder, which is that of the room whose boards these are.
namespace cairn::pages::boards {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::boards
