#include "pages/notifications/tables.hpp"

namespace cairn::pages::notification_pages {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {&pages::notification_pages_table, &pages::following_table,
                                            &pages::events_table};
    return all;
}

} // namespace cairn::pages::notification_pages
