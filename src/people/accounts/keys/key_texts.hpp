#pragma once

#include "api/operation.hpp"

namespace cairn::accounts {

extern const api::Table key_text_table;

} // namespace cairn::accounts
