// The operations of this room, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::runners {

extern const api::Table repository_secret_table;     // secrets.cpp
extern const api::Table organization_secret_table;   // secrets.cpp
extern const api::Table own_secret_table;            // secrets.cpp
extern const api::Table repository_variable_table;   // variables.cpp
extern const api::Table organization_variable_table; // variables.cpp
extern const api::Table own_variable_table;          // variables.cpp
extern const api::Table repository_runner_table;     // runners.cpp
extern const api::Table organization_runner_table;   // runners.cpp
extern const api::Table own_runner_table;            // runners.cpp
extern const api::Table site_runner_table;           // runners.cpp
extern const api::Table service_table;               // service.cpp
extern const api::Table artifact_table;              // artifacts.cpp
extern const api::Table artifact_file_table;         // artifacts.cpp
extern const api::Table artifact_service_table;      // artifact_service.cpp
extern const api::Table artifact_pipeline_table;     // artifact_pipeline.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::runners
