// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table profile_page_table; // profile.cpp
extern const api::Table blocking_table;     // blocking.cpp
extern const api::Table pins_table;         // pins.cpp

} // namespace cairn::pages

namespace cairn::pages::profiles {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::profiles
