#include "admin/tables.hpp"

namespace cairn::admin {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &user_table, &badge_table, &email_table, &key_table, &audit_table, &job_table,
    };
    return all;
}

} // namespace cairn::admin
