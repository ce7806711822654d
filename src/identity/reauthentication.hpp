// Showing again who one is, where an application insists on it (prompt=login, max_age).
//
// The person is sent to the sign-in page and comes back with a mark in the address. The mark is sealed, so that nobody
// but us can make one; it says when and in which session the person was sent away, and belongs to one request. It
// counts only in a session that was opened afterwards: whoever only goes back and forth has not signed in again.
#pragma once

#include "accounts/sign_in/sessions.hpp"
#include "identity/authorization_request.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::identity {

// How long the person may take to sign in.
inline constexpr std::int64_t reauthentication_seconds = 900;

std::string mark_reauthentication(const config::Settings&, const AuthorizationRequest&, std::int64_t session_id,
                                  Time now);

// Whether the session was opened because of this request.
bool has_reauthenticated(const config::Settings&, const AuthorizationRequest&, const accounts::Session&, Time now);

} // namespace cairn::identity
