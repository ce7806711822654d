// An administrator acts as somebody else for a while, in the own browser, to see what that person sees. Whatever is
// changed meanwhile is told to the audit trail with the administrator's name (accounts/sign_in/gate.hpp).
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::admin {

// Whether the caller, who administers the site, may do so: with a session, and as a person who may sign in and has no
// more rights than everybody.
bool may_act_as(const api::Caller&, const accounts::Account&);

// The value of the Set-Cookie header of a session as that person. The caller's own stays, and this one ends with it.
// Errc::forbidden where may_act_as() says no.
Result<std::string> begin_acting(const api::Call&, const accounts::Account&);

struct Returned {
    std::string cookie;  // the value of the Set-Cookie header
    std::string account; // the name of whom the administrator has acted as
};

// Back to the administrator's own account. Errc::conflict where the caller acts as nobody else.
Result<Returned> end_acting(const api::Call&);

} // namespace cairn::admin
