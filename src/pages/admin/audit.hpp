// The page on which administrators read the audit trail.
#pragma once

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table audit_table;

} // namespace cairn::pages
