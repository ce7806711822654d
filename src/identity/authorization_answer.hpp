// How an authorization request ends: with a redirect to the application, or with a page where no address can be trusted
// (RFC 6749, 4.1.2 and 4.1.2.1).
#pragma once

#include "identity/authorization_request.hpp"

namespace cairn::identity {

// Where the answer goes, as the request said and the checks have confirmed.
struct ReturnAddress {
    std::string redirect_uri;
    std::string state;
};

api::Raw give_code(const api::Call&, const ReturnAddress&, std::string code);
api::Raw give_error(const api::Call&, const ReturnAddress&, const OAuth2Error&);

// For the person: the application cannot be told.
api::Raw show_error(api::Call&, OAuth2Errc, std::string words);

} // namespace cairn::identity
