#include "pages/admin/tables.hpp"

namespace cairn::pages::administration {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::acting_table,        &pages::admin_addresses_table, &pages::admin_configuration_table,
        &pages::admin_content_table, &pages::admin_jobs_table,      &pages::admin_overview_table,
        &pages::admin_people_table,  &pages::admin_person_table,    &pages::admin_settings_table,
        &pages::admin_tasks_table,   &pages::admin_unadopted_table, &pages::audit_table,
        &pages::setup_table,
    };
    return all;
}

} // namespace cairn::pages::administration
