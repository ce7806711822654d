#include "repositories/tables.hpp"

namespace cairn::repositories {

std::span<const api::Table* const> tables()
{
    static const api::Table* const all[] = {
        &repository_table,      &creation_table,      &organization_creation_table,
        &admin_creation_table,  &list_table,          &organization_list_table,
        &search_table,          &collaborator_table,  &team_table,
        &team_repository_table, &star_table,          &stargazer_table,
        &watch_table,           &subscriber_table,    &topic_table,
        &transfer_table,        &fork_table,          &generate_table,
        &detail_table,          &candidate_table,     &deploy_key_table,
        &avatar_table,          &picture_table,       &branch_protection_table,
        &tag_protection_table,  &public_access_table, &unadopted_table,
        &go_import_table,       &signing_key_table,   &site_signing_key_table,
    };
    return all;
}

} // namespace cairn::repositories
