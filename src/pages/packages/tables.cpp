#include "pages/packages/tables.hpp"

namespace cairn::pages::package_pages {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::package_cleanup_table,
        &pages::package_list_table,
        &pages::package_settings_table,
        &pages::package_version_table,
    };
    return all;
}

} // namespace cairn::pages::package_pages
