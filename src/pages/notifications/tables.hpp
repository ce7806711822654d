// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table events_table;             // events.cpp
extern const api::Table following_table;          // following.cpp
extern const api::Table notification_pages_table; // notifications.cpp

} // namespace cairn::pages

namespace cairn::pages::notification_pages {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::notification_pages
