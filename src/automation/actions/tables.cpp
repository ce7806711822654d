#include "actions/tables.hpp"

namespace cairn::actions {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &workflow_table, &dispatch_table, &run_table, &organization_run_table, &own_run_table,
        &site_run_table, &control_table,  &job_table, &organization_job_table, &own_job_table,
        &site_job_table, &task_table,     &log_table, &service_table,          &badge_table,
    };
    return all;
}

} // namespace cairn::actions
