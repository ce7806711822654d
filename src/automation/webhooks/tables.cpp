#include "webhooks/tables.hpp"

namespace cairn::webhooks {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &repository_hook_table, &git_hook_table,      &organization_hook_table,   &own_hook_table,
        &site_hook_table,       &test_table,          &repository_delivery_table, &organization_delivery_table,
        &own_delivery_table,    &site_delivery_table,
    };
    return all;
}

} // namespace cairn::webhooks
