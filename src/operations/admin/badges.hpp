#pragma once

#include "api/operation.hpp"

namespace cairn::admin {

extern const api::Table badge_table;

} // namespace cairn::admin
