#include "issues/tables.hpp"

namespace cairn::issues {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &label_table,      &organization_label_table, &issue_label_table, &milestone_table, &issue_table,
        &time_table,       &repository_time_table,    &user_time_table,   &assignee_table,  &pin_table,
        &pinned_table,     &subscription_table,       &comment_table,     &reaction_table,  &template_table,
        &attachment_table, &dependency_table,
    };
    return all;
}

} // namespace cairn::issues
