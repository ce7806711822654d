// The operation tables of what issues are given, for the catalog.
#pragma once

#include "api/operation.hpp"

namespace cairn::issues {

extern const api::Table label_table;              // labels.cpp
extern const api::Table organization_label_table; // labels.cpp
extern const api::Table issue_label_table;        // issue_labels.cpp
extern const api::Table milestone_table;          // milestones.cpp
extern const api::Table time_table;               // times.cpp
extern const api::Table repository_time_table;    // times.cpp
extern const api::Table user_time_table;          // times.cpp
extern const api::Table stopwatch_table;          // stopwatches.cpp
extern const api::Table user_stopwatch_table;     // stopwatches.cpp

} // namespace cairn::issues
