#include "organizations/tables.hpp"

namespace cairn::organizations {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &organization_table, &affiliation_table, &administration_table, &avatar_table,      &block_table,
        &member_table,       &team_table,        &own_team_table,       &team_member_table,
    };
    return all;
}

} // namespace cairn::organizations
