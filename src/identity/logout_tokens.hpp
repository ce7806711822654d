// Telling applications that a session has ended: OpenID Connect Back-Channel Logout 1.0, by a call from here, and
// Front-Channel Logout 1.0, by frames in the page that the person sees.
//
// That a session has ended is written down by the database itself (0095_oidc_logout.sql), so that no way to end one can
// be forgotten, and so is the job that tells it (0126_remote_jobs.sql). It is told some times over, then given up.
// Where id tokens are signed with the application's own secret (the HS algorithms), which we do not have, none is told.
#pragma once

#include <stop_token>

#include "api/call.hpp"
#include "identity/application.hpp"
#include "identity/tokens.hpp"
#include "jobs/job.hpp"

namespace cairn::identity {

// Remembers that an application was signed in to, where it wants to know of the end of the session. One that has ended
// already is told at once.
void follow_session(db::Transaction&, const config::Settings&, const Application&, const Family&);

// 2.4: for one application, about one session.
std::string make_logout_token(const config::Settings&, const crypto::SigningKey&, std::string_view client_id,
                              std::int64_t account_id, std::string_view sid, Time now);

Result<jobs::Outcome> tell_session_end(const api::Site&, const jobs::Job&, const std::stop_token&);
void give_up_session_end(const api::Site&, db::Transaction&, const jobs::Job&);
// Its key is the id of the row that says what has ended, its owner the application. The last attempt is about an hour
// after the first.
inline constexpr jobs::KindOf<api::Site> session_end_kind{
    .name = "session_end",
    .handler = &tell_session_end,
    .concurrency = 4,
    .lane = jobs::Lane::elsewhere,
    .retry = {.first_pause = 30, .longest_pause = 3600, .most_attempts = 8},
    .give_up = &give_up_session_end,
    .of_one_owner = 2};

} // namespace cairn::identity
