// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table profile_table;      // settings_profile.cpp
extern const api::Table account_table;      // settings_account.cpp
extern const api::Table security_table;     // security.cpp
extern const api::Table security_key_table; // security_keys.cpp
extern const api::Table key_table;          // settings_keys.cpp

} // namespace cairn::pages

namespace cairn::pages::settings {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::settings
