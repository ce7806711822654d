// The operations of this room, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::webhooks {

extern const api::Table repository_hook_table;       // hooks.cpp
extern const api::Table organization_hook_table;     // hooks.cpp
extern const api::Table own_hook_table;              // hooks.cpp
extern const api::Table site_hook_table;             // site_hooks.cpp
extern const api::Table git_hook_table;              // git_hooks.cpp
extern const api::Table test_table;                  // tests.cpp
extern const api::Table repository_delivery_table;   // deliveries.cpp
extern const api::Table organization_delivery_table; // deliveries.cpp
extern const api::Table own_delivery_table;          // deliveries.cpp
extern const api::Table site_delivery_table;         // deliveries.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::webhooks
