#include "pages/wiki/tables.hpp"

namespace cairn::pages::wiki_pages {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::wiki_edit_table,
        &pages::wiki_history_table,
        &pages::wiki_lists_table,
        &pages::wiki_page_table,
    };
    return all;
}

} // namespace cairn::pages::wiki_pages
