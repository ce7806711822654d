#include "pages/settings/tables.hpp"

namespace cairn::pages::settings {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::profile_table,
        &pages::account_table,
        &pages::security_table,
        &pages::security_key_table,
        &pages::key_table,
        &pages::replies_table,
        &pages::appearance_table,
        &pages::own_blocks_table,
        &pages::belongings_table,
        &pages::export_table,
        &pages::notification_settings_table,
    };
    return all;
}

} // namespace cairn::pages::settings
