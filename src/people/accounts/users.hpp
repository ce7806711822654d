#pragma once

#include "api/operation.hpp"

namespace cairn::accounts {

extern const api::Table user_table;

} // namespace cairn::accounts
