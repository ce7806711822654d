#include "pages/actions/tables.hpp"

namespace cairn::pages::workflow_pages {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::run_list_table,       &pages::run_pages_table,      &pages::run_forms_table,
        &pages::workflow_forms_table, &pages::general_page_table,   &pages::runner_pages_table,
        &pages::secret_pages_table,   &pages::variable_pages_table, &pages::follow_table,
    };
    return all;
}

} // namespace cairn::pages::workflow_pages
