#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table well_known_table;

} // namespace cairn::pages
