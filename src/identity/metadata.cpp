// What the provider says about itself: OpenID Connect Discovery 1.0, RFC 8414 (authorization servers), RFC 9728
// (protected resources), and its public keys (RFC 7517).
#include "config/settings.hpp"
#include "crypto/jwk.hpp"
#include "http/url.hpp"
#include "identity/authentication_class.hpp"
#include "identity/errors.hpp"
#include "identity/provider.hpp"
#include "identity/scopes.hpp"
#include "identity/signing_keys.hpp"
#include "identity/tables.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;

namespace {

using Words = std::vector<std::string>;

// One document for OpenID Connect and for OAuth2: RFC 8414 has the names of OpenID Connect Discovery where it says the
// same. Only what works is listed.
struct ProviderMetadata {
    std::string issuer;
    std::string authorization_endpoint;
    std::string token_endpoint;
    std::string userinfo_endpoint;
    std::string jwks_uri;
    std::string introspection_endpoint;
    std::string revocation_endpoint;
    std::string end_session_endpoint;
    std::string pushed_authorization_request_endpoint;
    std::string registration_endpoint;
    std::string service_documentation;
    Words response_types_supported{"code"};
    Words response_modes_supported{"query", "form_post"};
    Words grant_types_supported{"authorization_code", "refresh_token"};
    Words subject_types_supported{"public"};
    Words acr_values_supported = authentication_classes();
    Words id_token_signing_alg_values_supported;
    Words scopes_supported;
    Words claims_supported{"aud",     "exp",     "iat",    "iss",        "sub",   "auth_time",          "nonce",
                           "at_hash", "acr",     "amr",    "sid",        "name",  "preferred_username", "profile",
                           "picture", "website", "locale", "updated_at", "email", "email_verified",     "groups"};
    Words token_endpoint_auth_methods_supported{"client_secret_basic", "client_secret_post", "none"};
    Words introspection_endpoint_auth_methods_supported{"client_secret_basic", "client_secret_post"};
    Words revocation_endpoint_auth_methods_supported{"client_secret_basic", "client_secret_post", "none"};
    Words code_challenge_methods_supported{"plain", "S256"};
    Words prompt_values_supported{"none", "login", "consent", "select_account"};
    Words display_values_supported{"page", "popup", "touch", "wap"};
    Words claim_types_supported{"normal"};
    bool claims_parameter_supported = true;
    bool request_parameter_supported = true;
    bool request_uri_parameter_supported = false; // of others than those that were pushed
    Words request_object_signing_alg_values_supported = crypto::public_algorithms();
    bool backchannel_logout_supported = true;
    bool backchannel_logout_session_supported = true;
    bool frontchannel_logout_supported = true;
    bool frontchannel_logout_session_supported = true;
    Words dpop_signing_alg_values_supported = crypto::public_algorithms();
    bool require_pushed_authorization_requests = false;
    bool require_signed_request_object = false;
    bool authorization_response_iss_parameter_supported = false;
};
BOOST_DESCRIBE_STRUCT(
    ProviderMetadata, (),
    (issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri, introspection_endpoint,
     revocation_endpoint, end_session_endpoint, pushed_authorization_request_endpoint, registration_endpoint,
     service_documentation, response_types_supported, response_modes_supported, grant_types_supported,
     subject_types_supported, acr_values_supported, id_token_signing_alg_values_supported, scopes_supported,
     claims_supported, token_endpoint_auth_methods_supported, introspection_endpoint_auth_methods_supported,
     revocation_endpoint_auth_methods_supported, code_challenge_methods_supported, prompt_values_supported,
     display_values_supported, claim_types_supported, claims_parameter_supported, request_parameter_supported,
     request_uri_parameter_supported, request_object_signing_alg_values_supported, backchannel_logout_supported,
     backchannel_logout_session_supported, frontchannel_logout_supported, frontchannel_logout_session_supported,
     dpop_signing_alg_values_supported, require_pushed_authorization_requests, require_signed_request_object,
     authorization_response_iss_parameter_supported))
constexpr auto notes(const ProviderMetadata*)
{
    return std::array{Note{.member = "service_documentation", .omit_empty = true},
                      Note{.member = "registration_endpoint", .omit_empty = true}};
}

// RFC 9728, 2: the API as a resource that tokens of this provider open.
struct ResourceMetadata {
    std::string resource;
    Words authorization_servers;
    std::string jwks_uri;
    Words scopes_supported;
    Words bearer_methods_supported{"header", "body"};
    Words dpop_signing_alg_values_supported = crypto::public_algorithms();
    std::string resource_name;
    std::string resource_documentation;
};
BOOST_DESCRIBE_STRUCT(ResourceMetadata, (),
                      (resource, authorization_servers, jwks_uri, scopes_supported, bearer_methods_supported,
                       dpop_signing_alg_values_supported, resource_name, resource_documentation))
constexpr auto notes(const ResourceMetadata*)
{
    return std::array{Note{.member = "resource_documentation", .omit_empty = true}};
}

std::string at(const config::Settings& settings, std::string_view path)
{
    return settings.server.root_url + std::string(path.substr(1));
}

std::string reference_of(const config::Settings& settings)
{
    return settings.api.enable_swagger ? at(settings, "/api/swagger") : std::string();
}

// Anybody may keep it for a while: what changes it is a change of settings.
Raw document(std::string json)
{
    return {.body = std::move(json),
            .content_type = "application/json;charset=utf-8",
            .headers = {{"Cache-Control", "public, max-age=300"}}};
}

// RFC 8414, 3.1 and RFC 9728, 3.1: what stands behind the well-known path is the path of what is asked about. A proxy
// in front of a site below a path hands these addresses on as they are, since they do not begin with that path.
struct Described {
    std::string path;
};
BOOST_DESCRIBE_STRUCT(Described, (), (path))

// The path of an address, with neither the first slash nor a last one.
std::string path_within(std::string_view address)
{
    const auto host = address.find("://");
    const auto slash = host == address.npos ? address.npos : address.find('/', host + 3);
    auto path = slash == address.npos ? std::string_view() : address.substr(slash + 1);
    if (path.ends_with('/')) path.remove_suffix(1);
    return http::decode_path_segment(path).value_or("");
}

Result<Raw> get_provider(Call& call)
{
    const auto& settings = call.settings();
    const ProviderMetadata shown{
        .issuer = settings.oauth2.jwt_claim_issuer,
        .authorization_endpoint = at(settings, path::authorize),
        .token_endpoint = at(settings, path::token),
        .userinfo_endpoint = at(settings, path::userinfo),
        .jwks_uri = at(settings, path::keys),
        .introspection_endpoint = at(settings, path::introspect),
        .revocation_endpoint = at(settings, path::revoke),
        .end_session_endpoint = at(settings, path::logout),
        .pushed_authorization_request_endpoint = at(settings, path::pushed_request),
        .registration_endpoint = takes_registrations(settings) ? at(settings, path::registration) : std::string(),
        .service_documentation = reference_of(settings),
        .id_token_signing_alg_values_supported = id_token_algorithms(settings),
        .scopes_supported = scopes_supported(),
        .authorization_response_iss_parameter_supported = tells_issuer(settings),
    };
    return document(to_json(type_of<ProviderMetadata>(), &shown));
}

Result<Raw> get_provider_at(Call& call, Path<Described> described)
{
    if (described->path != path_within(call.settings().oauth2.jwt_claim_issuer))
        return not_found("an authorization server of that path");
    return get_provider(call);
}

Raw describe_resource(const config::Settings& settings, std::string resource)
{
    ResourceMetadata shown{
        .resource = std::move(resource),
        .authorization_servers = {settings.oauth2.jwt_claim_issuer},
        .jwks_uri = at(settings, path::keys),
        .scopes_supported = scopes_supported(),
        .resource_name = settings.general.app_name,
        .resource_documentation = reference_of(settings),
    };
    if (!settings.security.disable_query_auth_token) shown.bearer_methods_supported.emplace_back("query");
    return document(to_json(type_of<ResourceMetadata>(), &shown));
}

// RFC 9728, 3.3: each address tells of the one resource that it was made from.
Result<Raw> get_site_resource(Call& call)
{
    const auto& root = call.settings().server.root_url;
    return describe_resource(call.settings(), root.substr(0, root.size() - 1));
}

Result<Raw> get_api_resource(Call& call) { return describe_resource(call.settings(), at(call.settings(), api_path)); }

Result<Raw> get_resource_at(Call& call, Path<Described> described)
{
    const auto root = path_within(call.settings().server.root_url);
    if (described->path == root) return get_site_resource(call);
    if (described->path == root + api_path) return get_api_resource(call);
    return not_found("a protected resource of that path");
}

// Not for longer than a key is announced before it signs.
Result<Raw> get_keys(Call& call)
{
    return Raw{.body = call.site.get<identity::SigningKeys>().ring()->document,
               .content_type = "application/json;charset=utf-8",
               .headers = {{"Cache-Control", "public, max-age=300"}}};
}

// clang-format off
constexpr Operation metadata_operations[] = {
    {GET, "/.well-known/openid-configuration",               scope::none, provider_exists, quick<get_provider>,      200, "oidcDiscovery",            "Describe the OpenID Connect provider"},
    {GET, "/.well-known/oauth-authorization-server",         scope::none, provider_exists, quick<get_provider>,      200, "oauth2ServerMetadata",     "Describe the OAuth2 authorization server"},
    {GET, "/.well-known/oauth-authorization-server/{path*}", scope::none, provider_exists, quick<get_provider_at>,   200, "oauth2ServerMetadataAt",   "Describe the OAuth2 authorization server below a path"},
    {GET, "/.well-known/oauth-protected-resource",           scope::none, provider_exists, quick<get_site_resource>, 200, "oauth2ResourceMetadata",   "Describe the site as a resource that OAuth2 protects"},
    {GET, "/.well-known/oauth-protected-resource/api/v1",    scope::none, provider_exists, quick<get_api_resource>,  200, "oauth2ResourceMetadataV1", "Describe the API as a resource that OAuth2 protects"},
    {GET, "/.well-known/oauth-protected-resource/{path*}",   scope::none, provider_exists, quick<get_resource_at>,   200, "oauth2ResourceMetadataAt", "Describe a resource below a path that OAuth2 protects"},
};
constexpr Operation key_operations[] = {
    {GET, path::keys, scope::none, provider_is_on, quick<get_keys>, 200, "oauth2Keys", "Tell the public keys that tokens are verified with"},
};
// clang-format on
static_assert(well_formed(metadata_operations));
static_assert(well_formed(key_operations));

} // namespace

const Table metadata_table{"oauth2", metadata_operations, Door::site, &refuse_in_json, to_clients};
const Table key_table{"oauth2", key_operations, Door::site, &refuse_in_json, to_clients};

} // namespace cairn::identity
