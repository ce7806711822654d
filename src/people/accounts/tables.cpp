#include "accounts/tables.hpp"

namespace cairn::accounts {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &user_table,   &follow_table,  &block_table,      &settings_table, &email_table,
        &avatar_table, &picture_table, &public_key_table, &gpg_key_table,  &key_text_table,
    };
    return all;
}

} // namespace cairn::accounts
