// Browsers come in with name and password, through a second step where there is one, and leave again. Each is told to
// the audit trail.
#pragma once

#include "accounts/sign_in/sessions.hpp"
#include "api/call.hpp"

namespace cairn::accounts {

struct LoginForm {
    std::string user_name;
    std::string password;
    bool remember = false;
    std::string redirect_to; // a path of ours
};
BOOST_DESCRIBE_STRUCT(LoginForm, (), (user_name, password, remember, redirect_to))

struct Entered {
    std::string cookie;   // the value of the Set-Cookie header
    bool pending = false; // the session is good for the second step alone
};

// In words for the person: Errc::unprocessable for a name or a password that is missing, Errc::forbidden for an account
// that may not sign in (one that waits for its mail is sent it again), and what Logins::by_password() and
// check_can_be_taken() say.
Result<Entered> sign_in(const api::Call&, const LoginForm&);

// The same for somebody whom a provider has recognized.
struct RecognizedElsewhere {
    std::string source;             // its name
    bool second_step_there = false; // the provider asks for it
    std::string redirect_to;        // a path of ours
};
Result<Entered> enter(const api::Call&, const Account&, const RecognizedElsewhere&);

// The last step of every way to sign in: a new session. Whoever has checked a second factor calls it with the pending
// session's account and `remember`, and with the methods used. The value of the Set-Cookie header.
std::string open_session(const api::Call&, const SignIn&);

struct Left {
    std::string cookie;              // the value of the Set-Cookie header
    std::vector<std::string> frames; // front_channel_of()
};

// Ends the session that the request bears, if there is one.
Left sign_out(const api::Call&);

} // namespace cairn::accounts
