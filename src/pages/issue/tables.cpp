#include "pages/issue/tables.hpp"

namespace cairn::pages::issue {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::edit_text_table,    &pages::fact_forms_table,  &pages::issue_marks_table, &pages::issue_page_table,
        &pages::new_issue_table,    &pages::plan_forms_table,  &pages::move_issue_table,  &pages::proposal_table,
        &pages::text_history_table, &pages::thread_news_table, &pages::time_forms_table,
    };
    return all;
}

} // namespace cairn::pages::issue
