// The operation tables of mirrors, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::mirrors {

extern const api::Table pull_mirror_table; // pull_mirrors.cpp
extern const api::Table push_mirror_table; // push_mirrors.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::mirrors
