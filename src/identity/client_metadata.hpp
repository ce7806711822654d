// What a client says of itself beside its name and its redirect addresses, by the names that RFC 7591, 2 and the
// standards after it have for it. It is kept as JSON with the application.
#pragma once

#include <optional>
#include <vector>

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "crypto/jwk.hpp"

namespace cairn::identity {

struct ClientMetadata {
    Json jwks;                                          // the keys that it signs with (RFC 7517, 5); null: none
    bool require_pushed_authorization_requests = false; // RFC 9126, 6
    std::string request_object_signing_alg;             // RFC 9101, 10.5; empty: any that its keys have
    bool require_signed_request_object = false;
    bool dpop_bound_access_tokens = false; // RFC 9449, 5.2
    std::string backchannel_logout_uri;    // OpenID Connect Back-Channel Logout, 2.2
    bool backchannel_logout_session_required = false;
    std::string frontchannel_logout_uri; // OpenID Connect Front-Channel Logout, 2
    bool frontchannel_logout_session_required = false;
    std::vector<std::string> post_logout_redirect_uris; // beside those that it is answered at
    std::string initiate_login_uri;                     // OpenID Connect Core, 4
    std::string token_endpoint_auth_method;             // as it said when it registered itself; both ways work
    std::string client_uri;
    std::string logo_uri;
    std::string tos_uri;
    std::string policy_uri;
    std::vector<std::string> contacts;
    std::string software_id;
    std::string software_version;
};
BOOST_DESCRIBE_STRUCT(ClientMetadata, (),
                      (jwks, require_pushed_authorization_requests, request_object_signing_alg,
                       require_signed_request_object, dpop_bound_access_tokens, backchannel_logout_uri,
                       backchannel_logout_session_required, frontchannel_logout_uri,
                       frontchannel_logout_session_required, post_logout_redirect_uris, initiate_login_uri,
                       token_endpoint_auth_method, client_uri, logo_uri, tos_uri, policy_uri, contacts, software_id,
                       software_version))

Json to_stored(const ClientMetadata&);
ClientMetadata from_stored(const Json&);

// Errc::bad_request with the member's name and what is wrong with it.
Result<void> check_metadata(const ClientMetadata&);

// A key of a client's set.
struct ClientKey {
    crypto::ForeignKey key;
    std::string id;
    std::string algorithm; // empty: any of its kind
};
// Those of a JWK Set that signatures are checked with; other kinds are passed over (RFC 7517, 5). Errc::bad_request for
// what is no set, holds no key of use, or has the private half of one.
Result<std::vector<ClientKey>> read_keys(const Json& jwks);

// {"keys": []}, by which somebody takes back what was there.
bool is_empty_set(const Json& jwks);

// One key as JSON; nothing where it has a private half, or is none.
std::optional<ClientKey> read_public_key(std::string_view json);

} // namespace cairn::identity
