// The pages of one's own account: a tab each.
#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table profile_table;
extern const api::Table account_table;
extern const api::Table key_table;

} // namespace cairn::pages
