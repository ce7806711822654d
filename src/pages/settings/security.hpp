// The account's security page: the second step at sign-in, and the browsers that are signed in.
#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table security_table;
extern const api::Table security_key_table;

} // namespace cairn::pages
