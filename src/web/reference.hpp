#pragma once

#include "api/operation.hpp"

namespace cairn::web {

extern const api::Table reference_table;

} // namespace cairn::web
