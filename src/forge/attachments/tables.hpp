// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::attachments {

extern const api::Table download_table; // downloads.cpp
extern const api::Table pending_table;  // pending_files.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::attachments
