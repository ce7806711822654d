#include "releases/tables.hpp"

namespace cairn::releases {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &tag_table, &release_table, &asset_table, &pending_asset_table, &download_table, &latest_table,
    };
    return all;
}

} // namespace cairn::releases
