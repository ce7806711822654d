#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table reference_table;

} // namespace cairn::pages
