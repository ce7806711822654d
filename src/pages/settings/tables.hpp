// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table profile_table;               // settings_profile.cpp
extern const api::Table account_table;               // settings_account.cpp
extern const api::Table security_table;              // security.cpp
extern const api::Table security_key_table;          // security_keys.cpp
extern const api::Table key_table;                   // settings_keys.cpp
extern const api::Table replies_table;               // replies.cpp
extern const api::Table appearance_table;            // settings_appearance.cpp
extern const api::Table notification_settings_table; // settings_notifications.cpp
extern const api::Table export_table;                // settings_export.cpp
extern const api::Table own_blocks_table;            // settings_blocked.cpp
extern const api::Table belongings_table;            // settings_belongings.cpp

} // namespace cairn::pages

namespace cairn::pages::settings {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::settings
