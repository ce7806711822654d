#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table recovery_table;

} // namespace cairn::pages
