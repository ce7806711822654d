// Sessions: browsers that have signed in, known again by a cookie.
//
// A sign-in that still needs a second factor is a session, too, but a pending one: it remembers who is signing in and
// where to go afterwards, and opens nothing. See open() and find_pending().
#pragma once

#include <memory>

#include "accounts/account.hpp"
#include "accounts/tokens/last_uses.hpp"
#include "http/message.hpp"

namespace cairn::accounts {

struct Session {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    bool pending = false;
    bool remember = false;   // outlives the browser
    std::string redirect_to; // of a pending one: where to go when it is done
    std::string methods;   // how the person was authenticated, as RFC 8176 names it: "pwd", "pwd otp"; "fed": elsewhere
    Time authenticated_at; // when
    Time created_at;
    Time last_seen_at;
    Time expires_at;
    std::string address; // where it was opened
    std::string user_agent;
    std::string sid;                 // what applications know it by; the same after signing in again as the same person
    std::int64_t acting_id = 0;      // the administrator who acts as this person in it; 0: it is the person's own
    std::int64_t acting_session = 0; // and the session of that administrator, without which this one is over
};
BOOST_DESCRIBE_STRUCT(Session, (),
                      (id, account_id, pending, remember, redirect_to, methods, authenticated_at, created_at,
                       last_seen_at, expires_at, address, user_agent, sid, acting_id, acting_session))

struct SignIn {
    std::int64_t account_id = 0;
    std::string methods = "pwd";
    bool remember = false;
    bool pending = false;
    std::string redirect_to{};
    // Of a session in which an administrator acts as the account: it is over after acting_seconds, and with the
    // administrator's own, which stays.
    std::int64_t acting_id = 0;
    std::int64_t acting_session = 0;
    // Of one that goes on with another: when the person was authenticated, and what applications know it by.
    std::optional<Time> authenticated_at{};
    std::string sid{};
    std::string source{}; // the name of the sign-in source that has recognized the person, for the audit trail
};

// The account that a session belongs to, and its id.
struct SignedIn {
    Account account;
    std::int64_t session_id = 0;
    std::int64_t acting_id = 0; // as in Session
};

// There is one for the whole site. Safe from any thread.
class Sessions {
public:
    // How long the second factor may take.
    static constexpr std::int64_t pending_seconds = 600;
    // How long an administrator may act as somebody else.
    static constexpr std::int64_t acting_seconds = 3600;

    Sessions(db::Database&, const config::Settings&, std::chrono::milliseconds write_delay = std::chrono::seconds(30));

    // Whose cookie the request bears, if the session is neither pending nor over.
    std::optional<SignedIn> recognize(const http::Request&);
    // The sign-in that the request's cookie has begun.
    std::optional<Session> find_pending(const http::Request&) const;

    // Opens a session under a new id and ends the one that the request bears, whatever it was, so that nobody can sign
    // in to a session that somebody else has planted. Returns the value of the Set-Cookie header.
    std::string open(db::Transaction&, const http::Request&, const SignIn&) const;
    // Ends the one that the request bears. Returns the value of the Set-Cookie header.
    std::string close(db::Transaction&, const http::Request&) const;

    // Latest use first; with those that have not been written yet.
    std::vector<Session> list(std::int64_t account_id) const;

    // Writes now who was last seen when.
    void flush() { seen_.flush(); }

private:
    std::string cookie_hash(const http::Request&) const;
    std::string cookie(std::string_view value, std::optional<std::chrono::seconds> max_age) const;
    bool is_idle(bool remember, Time last_seen) const;

    db::Database& db_;
    const config::Settings& settings_;
    LastUses seen_;
};

std::optional<Session> find_session(db::Queries&, std::int64_t session_id);

// The addresses of applications that the browser opens when the session ends, so many at most.
std::vector<std::string> front_channel_of(db::Queries&, std::int64_t session_id);

// False when the account has no such session.
bool end_session(db::Transaction&, std::int64_t account_id, std::int64_t session_id);
// All but that one.
void end_other_sessions(db::Transaction&, std::int64_t account_id, std::int64_t session_id);
// Pending ones, too. Whoever changes a password does this: account.hpp's set_password().
void end_all_sessions(db::Transaction&, std::int64_t account_id);

} // namespace cairn::accounts
