#include "wiki/tables.hpp"

namespace cairn::wiki {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &page_table,
        &raw_table,
    };
    return all;
}

} // namespace cairn::wiki
