#include "pages/site/tables.hpp"

namespace cairn::pages::site {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::reference_table,  &pages::keys_help_table,   &pages::docs_table,
        &pages::sign_in_table,    &pages::sign_up_table,     &pages::recovery_table,
        &pages::two_factor_table, &pages::unsubscribe_table, &pages::well_known_table,
    };
    return all;
}

} // namespace cairn::pages::site
