#include "app/catalog.hpp"

#include "accounts/gpg_keys.hpp"
#include "accounts/public_keys.hpp"
#include "accounts/tokens.hpp"
#include "accounts/users.hpp"
#include "admin/keys.hpp"
#include "admin/users.hpp"
#include "app/monitoring.hpp"
#include "misc/server.hpp"
#include "repositories/tables.hpp"
#include "web/home.hpp"
#include "web/recovery.hpp"
#include "web/reference.hpp"
#include "web/settings.hpp"
#include "web/sign_in.hpp"
#include "web/sign_up.hpp"

namespace cairn::app {

std::span<const api::Table* const> catalog()
{
    static const api::Table* const tables[] = {
        &accounts::user_table,
        &accounts::token_table,
        &accounts::current_token_table,
        &admin::user_table,
        &misc::server_table,
        &misc::setting_table,
        &accounts::public_key_table,
        &accounts::gpg_key_table,
        &admin::key_table,
        &web::reference_table,
        &monitoring_table,
        &repositories::repository_table,
        &web::home_table,
        &web::sign_in_table,
        &web::sign_up_table,
        &web::recovery_table,
        &web::profile_table,
        &web::account_table,
        &web::application_table,
        &web::key_table,
    };
    return tables;
}

} // namespace cairn::app
