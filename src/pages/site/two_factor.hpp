// The second step at sign-in: a one-time code, a recovery code, or a security key.
#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table two_factor_table;

} // namespace cairn::pages
