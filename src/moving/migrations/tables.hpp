// The operation table of migrations, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::migrations {

extern const api::Table migrate_table; // migrate.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::migrations
