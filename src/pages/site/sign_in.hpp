// Signing in and out by the pages.
#pragma once

#include "accounts/sign_in/sessions.hpp"
#include "api/call.hpp"

namespace cairn::pages {

// The last step of every way to sign in: a new session with its cookie, and on to `redirect_to`. Whoever has checked a
// second factor calls it with the pending session's account, `remember` and `redirect_to`, and with the methods used.
api::Raw finish_sign_in(api::Call&, const accounts::SignIn&);

} // namespace cairn::pages
