// The audit trail, read by administrators.
#pragma once

#include "api/operation.hpp"

namespace cairn::admin {

extern const api::Table audit_table;

} // namespace cairn::admin
