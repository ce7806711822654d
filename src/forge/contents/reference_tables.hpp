// The operation tables of branches, tags and statuses, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::contents {

extern const api::Table branch_table; // branches.cpp
extern const api::Table status_table; // statuses.cpp

} // namespace cairn::contents
