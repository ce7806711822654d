#include "cron/tables.hpp"

namespace cairn::cron {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &cron_table,
    };
    return all;
}

} // namespace cairn::cron
