#include "misc/tables.hpp"

namespace cairn::misc {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &server_table, &machine_table, &setting_table, &template_table, &markup_table, &repository_markup_table,
    };
    return all;
}

} // namespace cairn::misc
