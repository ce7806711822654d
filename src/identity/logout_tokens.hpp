// Telling applications that a session has ended: OpenID Connect Back-Channel Logout 1.0, by a call from here, and
// Front-Channel Logout 1.0, by frames in the page that the person sees.
//
// That a session has ended is written down by the database itself (0095_oidc_logout.sql), so that no way to end one can
// be forgotten. What is written down there is told by remotes::Errands, some times over, and then given up. Where id
// tokens are signed with the application's own secret (the HS algorithms), which we do not have, none is told.
#pragma once

#include <stop_token>

#include "api/call.hpp"
#include "identity/application.hpp"
#include "identity/tokens.hpp"

namespace cairn::identity {

// Remembers that an application was signed in to, where it wants to know of the end of the session. One that has ended
// already is told at once.
void follow_session(db::Transaction&, const config::Settings&, const Application&, const Family&);

// 2.4: for one application, about one session.
std::string make_logout_token(const config::Settings&, const crypto::SigningKey&, std::string_view client_id,
                              std::int64_t account_id, std::string_view sid, Time now);

// For remotes::Errands.
bool tell_next_logout(const api::Site&, const std::stop_token&);

} // namespace cairn::identity
