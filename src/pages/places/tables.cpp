#include "pages/places/tables.hpp"

namespace cairn::pages::places {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::social_table,
    };
    return all;
}

} // namespace cairn::pages::places
