// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table package_cleanup_table;  // package_cleanup.cpp
extern const api::Table package_list_table;     // package_list.cpp
extern const api::Table package_settings_table; // package_settings.cpp
extern const api::Table package_version_table;  // package_version.cpp

} // namespace cairn::pages

// Not by the name of the folder, which is that of the room whose pages these are.
namespace cairn::pages::package_pages {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::package_pages
