// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::wiki {

extern const api::Table page_table; // pages.cpp
extern const api::Table raw_table;  // raw.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::wiki
