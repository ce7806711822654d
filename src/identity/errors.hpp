// Errors as OAuth2 tells them (RFC 6749, 5.2): a word from a fixed list for the client, and a sentence for its
// developer.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "api/operation.hpp"

namespace cairn::identity {

enum class OAuth2Errc : std::uint8_t {
    invalid_request,
    invalid_client,
    invalid_grant,
    unauthorized_client,
    unsupported_grant_type,
    unsupported_token_type,
    invalid_scope,
    access_denied,
    unsupported_response_type,
    server_error,
    temporarily_unavailable,
    login_required, // OpenID Connect Core, 3.1.2.6, as those below
    consent_required,
    interaction_required,
    account_selection_required,
    request_not_supported,
    request_uri_not_supported,
    registration_not_supported,
    invalid_request_object, // OpenID Connect Core, 3.1.2.6; RFC 9101, 7
    invalid_request_uri,
    invalid_token,        // RFC 6750, 3.1
    invalid_dpop_proof,   // RFC 9449, 5
    use_dpop_nonce,       // RFC 9449, 8
    invalid_target,       // RFC 8707, 2
    insufficient_scope,   // RFC 6750, 3.1
    invalid_redirect_uri, // RFC 7591, 3.2.2
    invalid_client_metadata,
    unmet_authentication_requirements, // OpenID Connect Core Error Code unmet_authentication_requirements 1.0
};
BOOST_DESCRIBE_ENUM(OAuth2Errc, invalid_request, invalid_client, invalid_grant, unauthorized_client,
                    unsupported_grant_type, unsupported_token_type, invalid_scope, access_denied,
                    unsupported_response_type, server_error, temporarily_unavailable, login_required, consent_required,
                    interaction_required, account_selection_required, request_not_supported, request_uri_not_supported,
                    registration_not_supported, invalid_request_object, invalid_request_uri, invalid_token,
                    invalid_dpop_proof, use_dpop_nonce, invalid_target, insufficient_scope, invalid_redirect_uri,
                    invalid_client_metadata, unmet_authentication_requirements)

struct OAuth2Error {
    OAuth2Errc code;
    std::string description;
    bool by_basic = false; // the client tried to authenticate itself by Basic, so it is told how in that way
};

// The sentence in the characters that RFC 6749, 4.1.2.1 and 5.2 allow: of ASCII, without quotes and backslashes.
std::string sayable(std::string_view description);

template <class T = void> using OAuth2Result = std::expected<T, OAuth2Error>;

inline std::unexpected<OAuth2Error> refuse(OAuth2Errc code, std::string description, bool by_basic = false)
{
    return std::unexpected(OAuth2Error{code, std::move(description), by_basic});
}

// {"error", "error_description"}.
std::string error_json(OAuth2Errc, std::string_view description);

// 400, but 401 for a client that did not authenticate itself; never to be cached.
api::Raw answer(const OAuth2Error&);

// For the tables of machine endpoints: what the router refuses by itself, in the same form.
http::Response refuse_in_json(const api::Call&, const Error&);

} // namespace cairn::identity
