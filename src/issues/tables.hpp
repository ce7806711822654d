// The operation tables of issues, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::issues {

extern const api::Table label_table;              // labels.cpp
extern const api::Table organization_label_table; // labels.cpp
extern const api::Table milestone_table;          // milestones.cpp

} // namespace cairn::issues
