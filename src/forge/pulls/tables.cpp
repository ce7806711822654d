#include "pulls/tables.hpp"

namespace cairn::pulls {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pull_table, &file_table, &merge_table, &text_site_table, &review_table, &review_comment_table,
    };
    return all;
}

} // namespace cairn::pulls
