#include "pages/issue_lists/tables.hpp"

namespace cairn::pages::issue_lists {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::repository_lists_table,         &pages::own_lists_table,       &pages::label_pages_table,
        &pages::organization_label_pages_table, &pages::milestone_pages_table, &pages::milestone_page_table,
        &pages::own_milestones_table,           &pages::worktime_table,
    };
    return all;
}

} // namespace cairn::pages::issue_lists
