#include "pages/admin/tables.hpp"

namespace cairn::pages::admin {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::audit_table,
    };
    return all;
}

} // namespace cairn::pages::admin
