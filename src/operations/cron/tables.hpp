// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::cron {

extern const api::Table cron_table; // cron.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::cron
