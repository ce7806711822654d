// The operation tables of issues themselves, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::issues {

extern const api::Table issue_table;      // issues.cpp
extern const api::Table issue_list_table; // issue_list.cpp

} // namespace cairn::issues
