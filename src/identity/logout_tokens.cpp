#include "identity/logout_tokens.hpp"

#include "api/codec.hpp"
#include "base/log.hpp"
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "identity/jwt.hpp"
#include "identity/redirect.hpp"
#include "identity/scopes.hpp"
#include "remotes/client.hpp"

namespace cairn::identity {

namespace {

constexpr std::int64_t token_seconds = 120; // 2.4 recommends two minutes at most
constexpr std::int64_t patience_seconds = 10;
constexpr std::int64_t lease_seconds = 60;
constexpr std::int64_t most_attempts = 8;
constexpr std::int64_t first_delay = 30; // doubled with each attempt: the last is about an hour after the first

struct Empty { };
BOOST_DESCRIBE_STRUCT(Empty, (), ())

struct LogoutClaims {
    std::string iss;
    std::string sub;
    std::string aud;
    std::int64_t iat = 0;
    std::int64_t exp = 0;
    std::string jti;
    std::string sid;
    std::map<std::string, Empty> events{{"http://schemas.openid.net/event/backchannel-logout", {}}};
};
BOOST_DESCRIBE_STRUCT(LogoutClaims, (), (iss, sub, aud, iat, exp, jti, sid, events))

struct WaitingLogout {
    std::int64_t id = 0;
    std::int64_t application_id = 0;
    std::int64_t account_id = 0;
    std::string sid;
    std::int64_t attempts = 0;
};
BOOST_DESCRIBE_STRUCT(WaitingLogout, (), (id, application_id, account_id, sid, attempts))

enum class Outcome : std::uint8_t { taken, refused, failed };

// 2.8: 200, and in practice 204; 400 where the application could not do it. Asking again helps where nobody was at
// home.
Outcome outcome_of(const Result<remotes::Reply>& reply)
{
    if (!reply) return reply.error().code == Errc::forbidden ? Outcome::refused : Outcome::failed;
    if (reply->status >= 200 && reply->status < 300) return Outcome::taken;
    const bool passing = reply->status == 408 || reply->status == 425 || reply->status == 429 || reply->status >= 500;
    return passing ? Outcome::failed : Outcome::refused;
}

Outcome tell(const api::Site& site, const Application& application, const std::string& address,
             const WaitingLogout& logout)
{
    const auto keys = site.signing_keys.ring();
    // 2.4: as its id tokens are. Of a secret that would have to sign them, we know no more than the hash.
    const auto* key = keys->for_application(application.id_token_signed_response_alg, application.confidential);
    if (key == nullptr) return Outcome::refused;
    const auto token =
        make_logout_token(site.settings, *key, application.client_id, logout.account_id, logout.sid, Time::now());
    const remotes::Client client(site.settings, remotes::Hosts(site.settings.oauth2.backchannel_logout_hosts));
    const auto reply =
        client.get({.url = address,
                    .headers = {"Content-Type: application/x-www-form-urlencoded", "Accept: application/json"},
                    .seconds = patience_seconds,
                    .only_head = true,
                    .post = "logout_token=" + http::encode_query(token)});
    const auto outcome = outcome_of(reply);
    if (outcome != Outcome::taken)
        log::info("an application was not told that a session has ended",
                  {{"client", application.client_id},
                   {"error", reply ? "status " + std::to_string(reply->status) : reply.error().message}});
    return outcome;
}

void finish(db::Database& db, const WaitingLogout& logout, Outcome outcome)
{
    db.write([&](db::Transaction& tx) {
        if (outcome != Outcome::failed || logout.attempts >= most_attempts)
            tx.run("DELETE FROM oauth2_logout WHERE id = $1", logout.id);
        else
            tx.run("UPDATE oauth2_logout SET due_at = $2 WHERE id = $1", logout.id,
                   Time{Time::now().seconds + (first_delay << (logout.attempts - 1))});
    });
}

} // namespace

void follow_session(db::Transaction& tx, const config::Settings& settings, const Application& application,
                    const Family& family)
{
    if (family.sid.empty() || !has_scope(family.scope, "openid")) return;
    const auto metadata = from_stored(application.metadata);
    const bool by_call = !metadata.backchannel_logout_uri.empty();
    if (!by_call && metadata.frontchannel_logout_uri.empty()) return;
    const bool lives = tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM session WHERE sid = $1) AS value", family.sid);
    if (!lives) {
        if (by_call)
            tx.run("INSERT INTO oauth2_logout (application_id, account_id, sid) VALUES ($1, $2, $3)", application.id,
                   family.account_id, family.sid);
        return;
    }
    // Front-Channel Logout, 2: who asks whom, and about which session.
    const std::vector<std::pair<std::string_view, std::string>> about{{"iss", settings.oauth2.jwt_claim_issuer},
                                                                      {"sid", family.sid}};
    const auto frame = metadata.frontchannel_logout_uri.empty()
        ? std::string()
        : with_parameters(metadata.frontchannel_logout_uri, about);
    tx.run("INSERT INTO oauth2_session_client (sid, application_id, account_id, front_channel) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT (sid, application_id) DO UPDATE SET front_channel = excluded.front_channel",
           family.sid, application.id, family.account_id, frame);
}

std::string make_logout_token(const config::Settings& settings, const crypto::SigningKey& key,
                              std::string_view client_id, std::int64_t account_id, std::string_view sid, Time now)
{
    const LogoutClaims claims{.iss = settings.oauth2.jwt_claim_issuer,
                              .sub = std::to_string(account_id),
                              .aud = std::string(client_id),
                              .iat = now.seconds,
                              .exp = now.seconds + token_seconds,
                              .jti = crypto::random_base64url(16),
                              .sid = std::string(sid)};
    return make_jwt(key, "logout+jwt", api::to_json(type_of<LogoutClaims>(), &claims));
}

bool tell_next_logout(const api::Site& site, const std::stop_token&)
{
    const auto now = Time::now();
    // Looked for first, because there is mostly none and a write costs everybody.
    if (!site.db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM oauth2_logout WHERE due_at <= $1) AS value", now))
        return false;
    const auto logout = site.db.write([&](db::Transaction& tx) {
        return tx.first<WaitingLogout>(
            "UPDATE oauth2_logout SET due_at = $2, attempts = attempts + 1 WHERE due_at <= $1"
            " AND id = (SELECT id FROM oauth2_logout WHERE due_at <= $1"
            " ORDER BY due_at, id LIMIT 1) RETURNING *",
            now, Time{now.seconds + lease_seconds});
    });
    if (!logout) return true; // another thread was quicker
    const auto application = find_application(site.db, logout->application_id);
    const auto address = application ? from_stored(application->metadata).backchannel_logout_uri : std::string();
    const bool can_be_told = !address.empty() && site.settings.oauth2.enabled;
    finish(site.db, *logout, can_be_told ? tell(site, *application, address, *logout) : Outcome::refused);
    return true;
}

} // namespace cairn::identity
