// How an authorization request ends: with a redirect to the application, with a form that is posted to it (OAuth 2.0
// Form Post Response Mode), or with a page where no address can be trusted (RFC 6749, 4.1.2 and 4.1.2.1).
#pragma once

#include "identity/authorization_request.hpp"
#include "words/phrase.hpp"

namespace cairn::identity {

// Where the answer goes, as the request said and the checks have confirmed.
struct ReturnAddress {
    std::string redirect_uri;
    std::string state;
    bool by_form_post = false;
};
ReturnAddress return_address(const AuthorizationRequest&);

api::Raw give_code(api::Call&, const ReturnAddress&, std::string code);
api::Raw give_error(api::Call&, const ReturnAddress&, const OAuth2Error&);

// For the person: the application cannot be told.
api::Raw show_error(api::Call&, OAuth2Errc, std::string words,
                    words::Phrase title = words::Phrase("This sign-in cannot go on"));

} // namespace cairn::identity
