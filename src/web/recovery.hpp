#pragma once

#include "api/operation.hpp"

namespace cairn::web {

extern const api::Table recovery_table;

} // namespace cairn::web
