#pragma once

#include "api/operation.hpp"

namespace cairn::web {

extern const api::Table home_table;

} // namespace cairn::web
