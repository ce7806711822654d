// The operation tables of workflows, runs and jobs, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::actions {

extern const api::Table workflow_table;         // workflows.cpp
extern const api::Table dispatch_table;         // dispatch.cpp
extern const api::Table run_table;              // runs.cpp
extern const api::Table organization_run_table; // runs.cpp
extern const api::Table own_run_table;          // runs.cpp
extern const api::Table site_run_table;         // runs.cpp
extern const api::Table control_table;          // control.cpp
extern const api::Table job_table;              // jobs.cpp
extern const api::Table organization_job_table; // jobs.cpp
extern const api::Table own_job_table;          // jobs.cpp
extern const api::Table site_job_table;         // jobs.cpp
extern const api::Table task_table;             // task_list.cpp
extern const api::Table log_table;              // logs.cpp
extern const api::Table service_table;          // service.cpp
extern const api::Table badge_table;            // badges.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::actions
