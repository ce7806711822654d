// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table reference_table;   // reference.cpp
extern const api::Table keys_help_table;   // keys_help.cpp
extern const api::Table docs_table;        // docs.cpp
extern const api::Table sign_in_table;     // sign_in.cpp
extern const api::Table sign_up_table;     // sign_up.cpp
extern const api::Table recovery_table;    // recovery.cpp
extern const api::Table two_factor_table;  // two_factor.cpp
extern const api::Table unsubscribe_table; // unsubscribe.cpp
extern const api::Table well_known_table;  // well_known.cpp

} // namespace cairn::pages

namespace cairn::pages::site {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::site
