// The tables of what happened, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::feeds {

extern const api::Table user_feed_table;
extern const api::Table organization_feed_table;
extern const api::Table feed_table;
extern const api::Table account_syndication_table; // syndication.cpp
extern const api::Table syndication_table;         // syndication.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::feeds
