#include "packages/tables.hpp"

namespace cairn::packages {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &package_table,
        &admin_package_table,
        &link_table,
        &generic_table,
    };
    return all;
}

} // namespace cairn::packages
