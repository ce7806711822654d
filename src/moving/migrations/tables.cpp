#include "migrations/tables.hpp"

namespace cairn::migrations {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &migrate_table,
    };
    return all;
}

} // namespace cairn::migrations
