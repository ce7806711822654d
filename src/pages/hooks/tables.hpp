// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table git_hooks_page_table; // git_hooks.cpp
extern const api::Table hook_pages_table;     // hooks.cpp

} // namespace cairn::pages

namespace cairn::pages::hooks {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::hooks
