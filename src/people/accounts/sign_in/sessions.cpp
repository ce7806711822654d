#include "accounts/sign_in/sessions.hpp"

#include <algorithm>

#include "accounts/sign_in/ended_sessions.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/composition.hpp"
#include "db/sql_text.hpp"
#include "http/cookie.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t id_bytes = 32;
constexpr std::size_t sid_bytes = 16;
constexpr std::int64_t most_front_channels = 32;
constexpr std::size_t longest_kept = 255; // of what a browser says of itself
constexpr std::int64_t seconds_of_day = 86400;

struct SessionAndAccount : Account {
    std::int64_t session_id = 0;
    bool session_remember = false;
    Time session_seen_at;
    std::int64_t session_acting_id = 0;
};
BOOST_DESCRIBE_STRUCT(SessionAndAccount, (Account), (session_id, session_remember, session_seen_at, session_acting_id))

// Whoever acts as somebody does so as long as he could come in himself, and as long as the person has no more rights
// than everybody. Of a session `s` of the account `a`; what follows is the present time.
constexpr db::SqlText acts_rightly_at =
    " AND (s.acting_id = 0 OR (NOT a.is_admin AND EXISTS (SELECT 1 FROM session o JOIN account b ON b.id = o.account_id"
    " WHERE o.id = s.acting_session AND b.id = s.acting_id AND b.is_admin AND b.is_active AND NOT b.prohibit_login"
    " AND o.expires_at > ";
constexpr db::SqlText find_session_sql =
    "SELECT a.*, s.id AS session_id, s.remember AS session_remember, s.last_seen_at AS session_seen_at,"
    " s.acting_id AS session_acting_id FROM session s JOIN account a ON a.id = s.account_id"
    " WHERE s.hash = $1 AND NOT s.pending AND s.expires_at > $2"
    + acts_rightly_at + "$2)))";

// Header values may be any bytes, but the database takes text only.
std::string printable(std::string_view text)
{
    std::string out(text.substr(0, longest_kept));
    std::ranges::replace_if(out, [](char c) { return c < ' ' || c > '~'; }, '?');
    return out;
}

// The database may have written jobs that tell applications of it (0126_remote_jobs.sql). Whether some have ended.
bool note_end(db::Transaction& tx, std::int64_t ended)
{
    if (ended > 0) tx.raise_jobs_after_commit();
    return ended > 0;
}

} // namespace

Sessions::Sessions(db::Database& db, const config::Settings& settings, std::chrono::milliseconds write_delay)
    : db_(db), settings_(settings),
      seen_(db, "UPDATE session SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2", write_delay)
{
}

std::optional<SignedIn> Sessions::recognize(const http::Request& request)
{
    const auto hash = cookie_hash(request);
    if (hash.empty()) return {};
    const auto now = Time::now();
    auto found = db_.first<SessionAndAccount>(find_session_sql.text, hash, now);
    if (!found || is_idle(found->session_remember, seen_.latest(found->session_id, found->session_seen_at))) return {};
    seen_.record(found->session_id, now);
    return SignedIn{.account = static_cast<const Account&>(*found),
                    .session_id = found->session_id,
                    .acting_id = found->session_acting_id};
}

std::optional<Session> Sessions::find_pending(const http::Request& request) const
{
    const auto hash = cookie_hash(request);
    if (hash.empty()) return {};
    return db_.first<Session>("SELECT * FROM session WHERE hash = $1 AND pending AND expires_at > $2", hash,
                              Time::now());
}

std::string Sessions::open(db::Transaction& tx, const http::Request& request, const SignIn& sign_in) const
{
    const auto now = Time::now();
    const std::int64_t days = settings_.security.login_remember_days;
    const bool acting = sign_in.acting_id != 0;
    const std::int64_t seconds = sign_in.pending ? pending_seconds : acting ? acting_seconds : days * seconds_of_day;
    const auto value = crypto::random_base64url(id_bytes);
    const auto old_hash = cookie_hash(request);
    // Whoever signs in again goes on with what applications know: only when nothing is left of it, they are told.
    const auto old =
        tx.first<Session>("SELECT * FROM session WHERE hash = $1 AND account_id = $2", old_hash, sign_in.account_id);
    const auto sid = !sign_in.sid.empty() ? sign_in.sid
        : old && !old->sid.empty()        ? old->sid
                                          : crypto::random_base64url(sid_bytes);
    tx.run("INSERT INTO session (hash, account_id, pending, remember, redirect_to, methods, authenticated_at,"
           " created_at, last_seen_at, expires_at, address, user_agent, sid, acting_id, acting_session)"
           " VALUES ($1, $2, $3, $4, $5, $6, $14, $7, $7, $8, $9, $10, $11, $12, $13)",
           crypto::sha256_hex(value), sign_in.account_id, sign_in.pending, sign_in.remember, sign_in.redirect_to,
           sign_in.methods, now, Time{now.seconds + seconds}, printable(request.peer),
           printable(request.header("User-Agent")), sid, sign_in.acting_id, sign_in.acting_session,
           sign_in.authenticated_at.value_or(now));
    note_end(tx,
             tx.run("DELETE FROM session WHERE (hash = $1 AND id <> $3) OR expires_at <= $2", old_hash, now,
                    sign_in.acting_session));
    const bool lasting = sign_in.remember && !sign_in.pending;
    return cookie(value, lasting ? std::optional(std::chrono::seconds(seconds)) : std::nullopt);
}

std::string Sessions::close(db::Transaction& tx, const http::Request& request) const
{
    // With one in which an administrator acts as somebody his own is over, to which no browser would come back.
    note_end(tx,
             tx.run("DELETE FROM session WHERE hash = $1 OR id IN (SELECT acting_session FROM session WHERE hash = $1"
                    " AND acting_id <> 0)",
                    cookie_hash(request)));
    return cookie("", std::chrono::seconds(0));
}

std::vector<Session> Sessions::list(std::int64_t account_id) const
{
    auto found =
        db_.all<Session>("SELECT * FROM session WHERE account_id = $1 AND NOT pending AND expires_at > $2 ORDER BY id",
                         account_id, Time::now());
    for (Session& session : found) session.last_seen_at = seen_.latest(session.id, session.last_seen_at);
    std::erase_if(found, [&](const Session& session) { return is_idle(session.remember, session.last_seen_at); });
    std::ranges::stable_sort(found, std::ranges::greater(), &Session::last_seen_at);
    return found;
}

// Empty when the request bears no cookie of ours; no session has an empty hash.
std::string Sessions::cookie_hash(const http::Request& request) const
{
    const auto value = http::find_cookie(request.header("Cookie"), settings_.session.cookie_name);
    return value && !value->empty() ? crypto::sha256_hex(*value) : std::string();
}

std::string Sessions::cookie(std::string_view value, std::optional<std::chrono::seconds> max_age) const
{
    const auto same_site = settings_.session.same_site;
    return http::to_set_cookie({.name = settings_.session.cookie_name,
                                .value = value,
                                .max_age = max_age,
                                .secure = settings_.session.cookie_secure,
                                .same_site = same_site == config::SameSite::strict ? http::SameSite::strict
                                    : same_site == config::SameSite::none          ? http::SameSite::none
                                                                                   : http::SameSite::lax});
}

bool Sessions::is_idle(bool remember, Time last_seen) const
{
    return !remember && last_seen.seconds + settings_.session.session_life_time <= Time::now().seconds;
}

std::optional<Session> find_session(db::Queries& db, std::int64_t session_id)
{
    return db.first<Session>("SELECT * FROM session WHERE id = $1", session_id);
}

std::vector<std::int64_t> ended_sessions(db::Queries& db, const config::Settings& settings,
                                         const std::vector<std::int64_t>& ids)
{
    constexpr std::int64_t grace = 60; // until it is written when a session was seen
    const auto now = Time::now();
    db::Composition query("SELECT s.id AS value FROM session s JOIN account a ON a.id = s.account_id"
                          " WHERE NOT s.pending AND a.is_active AND NOT a.prohibit_login AND s.expires_at > ");
    query << db::bound(now) << acts_rightly_at.text << db::bound(now) << "))) AND (s.remember OR s.last_seen_at > "
          << db::bound(now.seconds - settings.session.session_life_time - grace) << ") AND s.id IN " << db::bound(ids);
    const auto open = db.all<std::int64_t>(query);
    auto ended = ids;
    std::erase_if(ended, [&](std::int64_t id) { return std::ranges::find(open, id) != open.end(); });
    return ended;
}

std::vector<std::string> front_channel_of(db::Queries& db, std::int64_t session_id)
{
    return db.all<std::string>("SELECT c.front_channel FROM oauth2_session_client c JOIN session s ON s.sid = c.sid"
                               " WHERE s.id = $1 AND c.front_channel <> '' ORDER BY c.application_id LIMIT $2",
                               session_id, most_front_channels);
}

bool end_session(db::Transaction& tx, std::int64_t account_id, std::int64_t session_id)
{
    return note_end(tx, tx.run("DELETE FROM session WHERE account_id = $1 AND id = $2", account_id, session_id));
}

void end_other_sessions(db::Transaction& tx, std::int64_t account_id, std::int64_t session_id)
{
    note_end(tx, tx.run("DELETE FROM session WHERE account_id = $1 AND id <> $2", account_id, session_id));
}

void end_all_sessions(db::Transaction& tx, std::int64_t account_id)
{
    note_end(tx, tx.run("DELETE FROM session WHERE account_id = $1", account_id));
}

} // namespace cairn::accounts
