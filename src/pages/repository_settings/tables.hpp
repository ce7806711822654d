// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table branch_rules_table;        // branch_rules.cpp
extern const api::Table collaboration_table;       // collaboration.cpp
extern const api::Table deploy_keys_table;         // deploy_keys.cpp
extern const api::Table large_files_table;         // large_files.cpp
extern const api::Table public_access_page_table;  // public_access.cpp
extern const api::Table repository_danger_table;   // danger.cpp
extern const api::Table repository_mirrors_table;  // mirrors.cpp
extern const api::Table repository_settings_table; // general_forms.cpp
extern const api::Table tag_rules_table;           // tag_rules.cpp

} // namespace cairn::pages

namespace cairn::pages::repository_settings {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::repository_settings
