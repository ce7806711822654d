#include "notifications/tables.hpp"

namespace cairn::notifications {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &notification_table,
    };
    return all;
}

} // namespace cairn::notifications
