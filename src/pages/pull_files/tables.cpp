#include "pages/pull_files/tables.hpp"

namespace cairn::pages::pull_files {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::comment_form_table,
        &pages::pull_files_table,
        &pages::remark_forms_table,
        &pages::review_forms_table,
    };
    return all;
}

} // namespace cairn::pages::pull_files
