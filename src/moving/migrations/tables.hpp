// The operation table of migrations, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::migrations {

extern const api::Table migrate_table; // migrate.cpp

} // namespace cairn::migrations
