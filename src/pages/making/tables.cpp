#include "pages/making/tables.hpp"

namespace cairn::pages::making {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::new_repository_table,
        &pages::fork_page_table,
        &pages::migrate_page_table,
        &pages::migration_page_table,
    };
    return all;
}

} // namespace cairn::pages::making
