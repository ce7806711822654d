#include "pulls/tables.hpp"

namespace cairn::pulls {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &create_table, &list_table,      &pull_table,           &edit_table,
        &file_table,   &merge_table,     &update_table,         &text_site_table,
        &review_table, &dismissal_table, &review_comment_table, &requested_reviewer_table,
    };
    return all;
}

} // namespace cairn::pulls
