#include "transport/tables.hpp"

namespace cairn::transport {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &smart_http_table, &dumb_http_table, &archive_table, &archive_page_table, &upstream_table,
    };
    return all;
}

} // namespace cairn::transport
