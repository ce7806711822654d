#include "lfs/tables.hpp"

namespace cairn::lfs {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &batch_table,
        &object_table,
        &lock_table,
    };
    return all;
}

} // namespace cairn::lfs
