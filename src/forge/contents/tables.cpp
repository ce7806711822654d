#include "contents/tables.hpp"

#include "contents/reference_tables.hpp"

namespace cairn::contents {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &read_table,   &write_table,     &raw_table,         &raw_site_table, &editorconfig_table,
        &blob_table,   &reference_table, &commit_table,      &note_table,     &compare_table,
        &branch_table, &status_table,    &commit_text_table,
    };
    return all;
}

} // namespace cairn::contents
