#include "projects/tables.hpp"

namespace cairn::projects {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &repository_project_table, &organization_project_table, &own_project_table,
        &repository_column_table,  &organization_column_table,  &own_column_table,
        &repository_card_table,    &organization_card_table,    &own_card_table,
    };
    return all;
}

} // namespace cairn::projects
