#include "pages/hooks/tables.hpp"

namespace cairn::pages::hooks {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &pages::git_hooks_page_table,
        &pages::hook_pages_table,
    };
    return all;
}

} // namespace cairn::pages::hooks
