#pragma once

#include "api/operation.hpp"

namespace cairn::web {

extern const api::Table well_known_table;

} // namespace cairn::web
