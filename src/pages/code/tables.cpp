#include "pages/code/tables.hpp"

namespace cairn::pages::code {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::activity_table,
        &pages::blame_table,
        &pages::branches_table,
        &pages::change_files_table,
        &pages::commit_table,
        &pages::commits_table,
        &pages::compare_table,
        &pages::edit_file_table,
        &pages::find_table,
        &pages::fork_first_table,
        &pages::graph_table,
        &pages::insights_table,
        &pages::pick_commit_table,
        &pages::refs_table,
        &pages::release_form_table,
        &pages::releases_table,
        &pages::repository_home_table,
        &pages::source_table,
        &pages::tags_table,
        &pages::upload_patches_table,
    };
    return all;
}

} // namespace cairn::pages::code
