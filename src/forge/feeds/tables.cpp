#include "feeds/tables.hpp"

namespace cairn::feeds {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &user_feed_table, &organization_feed_table, &feed_table, &account_syndication_table, &syndication_table,
    };
    return all;
}

} // namespace cairn::feeds
