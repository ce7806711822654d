#pragma once

#include "api/operation.hpp"

namespace cairn::admin {

extern const api::Table email_table;

} // namespace cairn::admin
