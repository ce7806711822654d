// The operation tables of issues themselves, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::issues {

extern const api::Table issue_table; // issues.cpp

} // namespace cairn::issues
