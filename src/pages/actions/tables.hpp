// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table follow_table;         // follow_page.cpp
extern const api::Table run_forms_table;      // run_forms.cpp
extern const api::Table run_list_table;       // run_list_page.cpp
extern const api::Table run_pages_table;      // run.cpp
extern const api::Table runner_pages_table;   // runner_pages.cpp
extern const api::Table secret_pages_table;   // secret_pages.cpp
extern const api::Table general_page_table;   // general_page.cpp
extern const api::Table variable_pages_table; // variable_pages.cpp
extern const api::Table workflow_forms_table; // workflow_forms.cpp

} // namespace cairn::pages

// Not by the name of the folder, which is that of the room whose runs these are.
namespace cairn::pages::workflow_pages {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::workflow_pages
