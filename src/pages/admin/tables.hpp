// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table audit_table; // audit.cpp

} // namespace cairn::pages

namespace cairn::pages::admin {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::admin
