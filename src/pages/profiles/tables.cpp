#include "pages/profiles/tables.hpp"

namespace cairn::pages::profiles {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {&pages::profile_page_table, &pages::blocking_table, &pages::pins_table};
    return all;
}

} // namespace cairn::pages::profiles
