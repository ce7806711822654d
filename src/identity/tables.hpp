// The tables of API tokens and of the OAuth2 and OpenID Connect provider, for the catalog.
#pragma once

#include <span>

#include "api/operation.hpp"

namespace cairn::identity {

extern const api::Table access_token_table;
extern const api::Table current_token_table;
extern const api::Table user_application_table;
extern const api::Table token_endpoint_table;
extern const api::Table pushed_request_table;
extern const api::Table registration_table;
extern const api::Table client_management_table;
extern const api::Table authorization_table;
extern const api::Table consent_table;
extern const api::Table logout_table;
extern const api::Table settings_table;
extern const api::Table application_page_table;
extern const api::Table metadata_table;
extern const api::Table key_table;
extern const api::Table userinfo_table;
extern const api::Table introspection_table;
extern const api::Table revocation_table;
extern const api::Table elsewhere_table;    // federation/sign_in_elsewhere.cpp
extern const api::Table link_account_table; // federation/link_account.cpp

// All of them, for app/catalog.cpp.
std::span<const api::Table* const> tables();

} // namespace cairn::identity
