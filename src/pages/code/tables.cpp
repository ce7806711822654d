#include "pages/code/tables.hpp"

namespace cairn::pages::code {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::branches_table,     &pages::change_files_table, &pages::edit_file_table, &pages::pick_commit_table,
        &pages::release_form_table, &pages::releases_table,     &pages::tags_table,
    };
    return all;
}

} // namespace cairn::pages::code
