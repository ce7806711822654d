// The operation tables of repositories, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::repositories {

extern const api::Table repository_table;            // repos.cpp
extern const api::Table creation_table;              // creations.cpp
extern const api::Table organization_creation_table; // creations.cpp
extern const api::Table admin_creation_table;        // creations.cpp
extern const api::Table list_table;                  // lists.cpp
extern const api::Table organization_list_table;     // lists.cpp
extern const api::Table search_table;                // searches.cpp
extern const api::Table collaborator_table;          // collaborators.cpp
extern const api::Table team_table;                  // teams.cpp
extern const api::Table team_repository_table;       // team_repositories.cpp
extern const api::Table star_table;                  // stars.cpp
extern const api::Table stargazer_table;             // stars.cpp
extern const api::Table watch_table;                 // watches.cpp
extern const api::Table subscriber_table;            // watches.cpp
extern const api::Table topic_table;                 // topics.cpp
extern const api::Table transfer_table;              // transfers.cpp
extern const api::Table fork_table;                  // forks.cpp
extern const api::Table generate_table;              // templates.cpp
extern const api::Table detail_table;                // details.cpp
extern const api::Table candidate_table;             // candidates.cpp
extern const api::Table deploy_key_table;            // deploy_keys.cpp
extern const api::Table avatar_table;                // avatars.cpp
extern const api::Table signing_key_table;           // signing_keys.cpp
extern const api::Table site_signing_key_table;      // signing_keys.cpp
extern const api::Table picture_table;               // avatars.cpp
extern const api::Table branch_protection_table;     // branch_protections.cpp
extern const api::Table tag_protection_table;        // tag_protections.cpp
extern const api::Table public_access_table;         // openings.cpp

extern const api::Table unadopted_table; // unadopted.cpp
extern const api::Table go_import_table; // go_import.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::repositories
