// The operation tables of Git LFS, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::lfs {

extern const api::Table batch_table;  // batch.cpp
extern const api::Table object_table; // objects.cpp
extern const api::Table lock_table;   // locks.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::lfs
