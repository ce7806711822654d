// What a refused client of the API is told in WWW-Authenticate (RFC 6750, 3; RFC 9449, 7.1; RFC 9728, 5.1).
#pragma once

#include "api/call.hpp"
#include "http/message.hpp"

namespace cairn::api {

// Adds the challenge to a 401 or 403 that lacks one: what is wrong with the token that was sent and, if it lacks a
// scope, which ones the operation needs; to whoever sent nothing at all, that a token is needed. Passwords are not
// challenged: browsers would ask people for one.
void challenge(const Call&, http::Response&);

} // namespace cairn::api
