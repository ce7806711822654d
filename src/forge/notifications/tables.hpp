// The operation tables of notifications, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::notifications {

extern const api::Table notification_table; // threads.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::notifications
