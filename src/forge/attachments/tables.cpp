#include "attachments/tables.hpp"

namespace cairn::attachments {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &download_table,
        &pending_table,
    };
    return all;
}

} // namespace cairn::attachments
