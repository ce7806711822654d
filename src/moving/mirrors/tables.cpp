#include "mirrors/tables.hpp"

namespace cairn::mirrors {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pull_mirror_table,
        &push_mirror_table,
    };
    return all;
}

} // namespace cairn::mirrors
