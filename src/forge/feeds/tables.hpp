// The tables of what happened, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::feeds {

extern const api::Table user_feed_table;
extern const api::Table organization_feed_table;
extern const api::Table feed_table;
extern const api::Table account_syndication_table; // syndication.cpp
extern const api::Table syndication_table;         // syndication.cpp

} // namespace cairn::feeds
