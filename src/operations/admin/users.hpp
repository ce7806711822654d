#pragma once

#include "api/operation.hpp"

namespace cairn::admin {

extern const api::Table user_table;

} // namespace cairn::admin
