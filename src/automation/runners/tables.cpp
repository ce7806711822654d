#include "runners/tables.hpp"

namespace cairn::runners {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &repository_secret_table,
        &organization_secret_table,
        &own_secret_table,
        &repository_variable_table,
        &organization_variable_table,
        &own_variable_table,
        &repository_runner_table,
        &organization_runner_table,
        &own_runner_table,
        &site_runner_table,
        &service_table,
        &artifact_table,
        &artifact_file_table,
        &artifact_service_table,
        &artifact_pipeline_table,
    };
    return all;
}

} // namespace cairn::runners
