// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table code_search_table;          // code_search.cpp
extern const api::Table explore_accounts_table;     // explore_accounts.cpp
extern const api::Table explore_repositories_table; // explore_repositories.cpp
extern const api::Table popularity_table;           // popularity.cpp
extern const api::Table site_search_table;          // site_search.cpp

} // namespace cairn::pages

namespace cairn::pages::explore {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::explore
