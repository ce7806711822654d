// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::accounts {

extern const api::Table user_table;       // users.cpp
extern const api::Table follow_table;     // profile/follows.cpp
extern const api::Table block_table;      // profile/blocks.cpp
extern const api::Table settings_table;   // profile/settings.cpp
extern const api::Table email_table;      // profile/emails.cpp
extern const api::Table avatar_table;     // profile/avatars.cpp
extern const api::Table picture_table;    // profile/avatars.cpp
extern const api::Table public_key_table; // keys/public_keys.cpp
extern const api::Table gpg_key_table;    // keys/gpg_keys.cpp
extern const api::Table key_text_table;   // keys/key_texts.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::accounts
