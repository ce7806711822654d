// The provider as a whole: whether there is one on this site, and where its endpoints are.
#pragma once

#include "api/call.hpp"

namespace cairn::identity {

namespace path {

inline constexpr char authorize[] = "/login/oauth/authorize";
inline constexpr char grant[] = "/login/oauth/grant";
inline constexpr char pushed_request[] = "/login/oauth/par";
inline constexpr char token[] = "/login/oauth/access_token";
inline constexpr char introspect[] = "/login/oauth/introspect";
inline constexpr char revoke[] = "/login/oauth/revoke";
inline constexpr char userinfo[] = "/login/oauth/userinfo";
inline constexpr char keys[] = "/login/oauth/keys";
inline constexpr char registration[] = "/login/oauth/register";
inline constexpr char logout[] = "/login/oauth/logout";

} // namespace path

// The API as a resource: below the site's own address.
inline constexpr char api_path[] = "/api/v1";

// RFC 9207: whether the redirect to an application says who answers it.
bool tells_issuer(const config::Settings&);

Result<void> check_provider_is_on(api::Call&);
Result<void> check_provider_exists(api::Call&);
// RFC 7591: whether applications may be registered by a call, by whomever.
bool takes_registrations(const config::Settings&);
Result<void> check_registration_is_on(api::Call&);

// For the endpoints that applications call: a client is no account, so the gate does not read its credentials.
inline constexpr api::Guard provider_is_on{
    .name = "the provider is on", .errors = {403}, .check = &check_provider_is_on, .own_credentials = true};
// The same for documents that say what there is: without a provider there is none.
inline constexpr api::Guard provider_exists{
    .name = "there is a provider", .errors = {404}, .check = &check_provider_exists, .own_credentials = true};

// For the tables of those endpoints. Where no cookie counts, pages of other origins may be let in ([cors]).
inline constexpr api::Listens to_clients{false, false, false};

} // namespace cairn::identity
