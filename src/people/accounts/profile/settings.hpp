#pragma once

#include "api/operation.hpp"

namespace cairn::accounts {

extern const api::Table settings_table;

} // namespace cairn::accounts
