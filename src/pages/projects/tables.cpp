#include "pages/projects/tables.hpp"

namespace cairn::pages::boards {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::add_issues_table,    &pages::board_table,        &pages::column_forms_table,
        &pages::project_forms_table, &pages::project_list_table,
    };
    return all;
}

} // namespace cairn::pages::boards
