// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table label_pages_table;              // labels.cpp
extern const api::Table milestone_page_table;           // milestone.cpp
extern const api::Table milestone_pages_table;          // milestones.cpp
extern const api::Table organization_label_pages_table; // organization_labels.cpp
extern const api::Table own_lists_table;                // own_lists.cpp
extern const api::Table own_milestones_table;           // own_milestones.cpp
extern const api::Table repository_lists_table;         // repository_lists.cpp
extern const api::Table worktime_table;                 // worktime.cpp

} // namespace cairn::pages

namespace cairn::pages::issue_lists {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::issue_lists
