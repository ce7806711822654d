#include "pages/repository_settings/tables.hpp"

namespace cairn::pages::repository_settings {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::repository_settings_table, &pages::repository_danger_table, &pages::repository_mirrors_table,
        &pages::branch_rules_table,        &pages::tag_rules_table,         &pages::collaboration_table,
        &pages::deploy_keys_table,         &pages::large_files_table,       &pages::public_access_page_table,
    };
    return all;
}

} // namespace cairn::pages::repository_settings
