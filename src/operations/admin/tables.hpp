// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::admin {

extern const api::Table user_table;  // users.cpp
extern const api::Table badge_table; // badges.cpp
extern const api::Table email_table; // emails.cpp
extern const api::Table key_table;   // keys.cpp
extern const api::Table audit_table; // audit.cpp
extern const api::Table job_table;   // jobs.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::admin
