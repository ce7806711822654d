// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table fork_page_table;      // fork.cpp
extern const api::Table migrate_page_table;   // migrate.cpp
extern const api::Table migration_page_table; // migration.cpp
extern const api::Table new_repository_table; // new_repository.cpp

} // namespace cairn::pages

namespace cairn::pages::making {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::making
