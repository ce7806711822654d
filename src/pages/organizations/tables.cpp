#include "pages/organizations/tables.hpp"

namespace cairn::pages::organization_pages {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::new_organization_table,   &pages::organization_members_table,
        &pages::organization_teams_table, &pages::team_page_table,
        &pages::team_form_table,          &pages::organization_settings_table,
        &pages::organization_end_table,   &pages::organization_blocks_table,
        &pages::invitation_table,
    };
    return all;
}

} // namespace cairn::pages::organization_pages
