#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::misc {

extern const api::Table setting_table;
extern const api::Table markup_table;
extern const api::Table repository_markup_table;
extern const api::Table template_table;

extern const api::Table server_table;  // server.cpp
extern const api::Table machine_table; // machine_addresses.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::misc
