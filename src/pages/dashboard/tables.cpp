#include "pages/dashboard/tables.hpp"

namespace cairn::pages::dashboard {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {&pages::home_table};
    return all;
}

} // namespace cairn::pages::dashboard
