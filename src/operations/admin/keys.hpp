#pragma once

#include "api/operation.hpp"

namespace cairn::admin {

extern const api::Table key_table;

} // namespace cairn::admin
