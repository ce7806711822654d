// The operation tables of packages, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::packages {

extern const api::Table package_table;       // packages.cpp
extern const api::Table admin_package_table; // packages.cpp
extern const api::Table link_table;          // links.cpp
extern const api::Table generic_table;       // generic.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::packages
