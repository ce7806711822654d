// The operation tables of this room.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::pages {

extern const api::Table acting_table;              // acting.cpp
extern const api::Table admin_addresses_table;     // addresses.cpp
extern const api::Table admin_configuration_table; // configuration.cpp
extern const api::Table admin_content_table;       // content.cpp
extern const api::Table admin_jobs_table;          // jobs.cpp
extern const api::Table admin_overview_table;      // overview.cpp
extern const api::Table admin_people_table;        // people.cpp
extern const api::Table admin_person_table;        // person.cpp
extern const api::Table admin_settings_table;      // site_settings.cpp
extern const api::Table admin_tasks_table;         // tasks.cpp
extern const api::Table admin_unadopted_table;     // unadopted.cpp
extern const api::Table audit_table;               // audit.cpp
extern const api::Table setup_table;               // setup.cpp

} // namespace cairn::pages

namespace cairn::pages::administration {

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::pages::administration
