#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table home_table;

} // namespace cairn::pages
