// The operation tables of Git LFS, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::lfs {

extern const api::Table batch_table;  // batch.cpp
extern const api::Table object_table; // objects.cpp
extern const api::Table lock_table;   // locks.cpp

} // namespace cairn::lfs
