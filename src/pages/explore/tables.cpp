#include "pages/explore/tables.hpp"

namespace cairn::pages::explore {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::explore_repositories_table, &pages::explore_accounts_table, &pages::code_search_table,
        &pages::site_search_table,          &pages::popularity_table,
    };
    return all;
}

} // namespace cairn::pages::explore
