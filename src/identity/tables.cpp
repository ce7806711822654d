#include "identity/tables.hpp"

namespace cairn::identity {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &access_token_table,   &current_token_table, &user_application_table,  &token_endpoint_table,
        &pushed_request_table, &registration_table,  &client_management_table, &authorization_table,
        &consent_table,        &logout_table,        &settings_table,          &application_page_table,
        &metadata_table,       &key_table,           &userinfo_table,          &introspection_table,
        &revocation_table,     &elsewhere_table,     &link_account_table,
    };
    return all;
}

} // namespace cairn::identity
