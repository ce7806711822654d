#include "pages/pull/tables.hpp"

namespace cairn::pages::pull {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::new_pull_table,       &pages::pull_checks_table,       &pages::pull_commits_table,
        &pages::pull_conflicts_table, &pages::pull_conversation_table, &pages::pull_forms_table,
        &pages::pull_merge_table,     &pages::pull_queue_table,
    };
    return all;
}

} // namespace cairn::pages::pull
