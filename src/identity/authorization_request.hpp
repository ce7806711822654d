// An authorization request as it was sent (RFC 6749, 4.1.1; RFC 7636, 4.3; OpenID Connect Core, 3.1.2.1), and what its
// parameters mean. Nothing here knows a request or a database, so that it is tested and fuzzed by itself.
#pragma once

#include <optional>

#include "api/call.hpp"
#include "identity/errors.hpp"

namespace cairn::identity {

struct AuthorizationRequest {
    std::string client_id;
    std::string redirect_uri;
    std::string response_type;
    std::string response_mode;
    std::string scope;
    std::string state;
    std::string nonce;
    std::string code_challenge;
    std::string code_challenge_method;
    std::string prompt;
    std::string max_age;
    std::string login_hint;
    std::string id_token_hint;
    std::string claims;
    std::string display;
    std::string ui_locales;
    std::string claims_locales;
    std::string acr_values;
    std::string request;
    std::string request_uri;
    std::string registration;
    std::string dpop_jkt;      // RFC 9449, 10
    std::string resource;      // RFC 8707, 2: as many as were sent, with blanks between
    std::string authenticated; // our own: identity/reauthentication.hpp
};
BOOST_DESCRIBE_STRUCT(AuthorizationRequest, (),
                      (client_id, redirect_uri, response_type, response_mode, scope, state, nonce, code_challenge,
                       code_challenge_method, prompt, max_age, login_hint, id_token_hint, claims, display, ui_locales,
                       claims_locales, acr_values, request, request_uri, registration, dpop_jkt, resource,
                       authenticated))

struct ReadRequest {
    AuthorizationRequest request;
    std::vector<std::string> repeated; // the names of those that were sent twice
    std::string too_long;              // the name of one that is longer than anybody needs; empty for none

    bool repeats(std::string_view name) const;
};
// Of a parameter that was sent twice the first counts, as far as anything does.
ReadRequest read_authorization_request(const api::QueryValues&);

// OpenID Connect Core, 3.1.2.1: how much the person may or must be asked.
struct Prompt {
    bool none = false;
    bool login = false; // also for select_account: who signs in chooses the account
    bool consent = false;
};
OAuth2Result<Prompt> read_prompt(std::string_view);

OAuth2Result<std::optional<std::int64_t>> read_max_age(std::string_view);

// OpenID Connect Core, 5.5: claims that are wanted one by one.
struct RequestedClaims {
    std::vector<std::string> userinfo; // of those that we can tell, the ones wanted at the userinfo endpoint
    std::vector<std::string> subjects; // the only accounts that will do; empty for any
    std::vector<std::string> classes;  // of authentication, one of which is wanted; empty for any
    bool class_is_essential = false;   // none but these will do
};
OAuth2Result<RequestedClaims> read_claims(std::string_view json);

// OpenID Connect Core, 3.1.2.1 and 5.5.1.1: of the classes of authentication that we know, those one of which is
// wanted, or demanded. An error where none of those that are demanded is known.
struct WantedClasses {
    std::vector<std::string> names; // empty for any
    bool essential = false;         // or else there is no answer
};
OAuth2Result<WantedClasses> read_classes(const AuthorizationRequest&, const RequestedClaims&);

// RFC 6749, 3.1.1: the code is the one kind of answer. It comes in the query, or is posted (OAuth 2.0 Form Post
// Response Mode), which only an address of the web can take.
OAuth2Result<void> check_response(const AuthorizationRequest&);

// Empty for a request without a challenge.
struct Challenge {
    std::string value;
    std::string method;
};
OAuth2Result<Challenge> read_challenge(const AuthorizationRequest&, bool confidential);

// RFC 6749, 3.3: the characters that a scope may have.
bool is_scope_text(std::string_view);

} // namespace cairn::identity
