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
#include "jobs/queue.hpp"
#include "remotes/client.hpp"

namespace cairn::identity {

namespace {

constexpr std::int64_t token_seconds = 120; // 2.4 recommends two minutes at most
constexpr std::int64_t patience_seconds = 10;

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
};
BOOST_DESCRIBE_STRUCT(WaitingLogout, (), (id, application_id, account_id, sid))

// 2.8: 200, and in practice 204; 400 where the application could not do it. Asking again helps where nobody was at
// home.
Result<> outcome_of(const Result<remotes::Reply>& reply)
{
    if (!reply)
        return fail(reply.error().code == Errc::forbidden ? Errc::unprocessable : Errc::unavailable,
                    reply.error().message);
    if (reply->status >= 200 && reply->status < 300) return {};
    const bool passing = reply->status == 408 || reply->status == 425 || reply->status == 429 || reply->status >= 500;
    return fail(passing ? Errc::unavailable : Errc::unprocessable,
                "the application has answered " + std::to_string(reply->status));
}

// Errc::unprocessable: trying again is of no use.
Result<> tell(const api::Site& site, const Application& application, const std::string& address,
              const WaitingLogout& logout)
{
    const auto keys = site.get<identity::SigningKeys>().ring();
    // 2.4: as its id tokens are. Of a secret that would have to sign them, we know no more than the hash.
    const auto* key = keys->for_application(application.id_token_signed_response_alg, application.confidential);
    if (key == nullptr) return fail(Errc::unprocessable, "there is no key that its tokens are signed with");
    const auto token =
        make_logout_token(site.settings(), *key, application.client_id, logout.account_id, logout.sid, Time::now());
    const remotes::Client client(site.settings(), remotes::Hosts(site.settings().oauth2.backchannel_logout_hosts));
    const auto reply =
        client.get({.url = address,
                    .headers = {"Content-Type: application/x-www-form-urlencoded", "Accept: application/json"},
                    .seconds = patience_seconds,
                    .only_head = true,
                    .post = "logout_token=" + http::encode_query(token)});
    return outcome_of(reply);
}

void forget(db::Transaction& tx, std::int64_t id) { tx.run("DELETE FROM oauth2_logout WHERE id = $1", id); }

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
        if (by_call) {
            tx.raise_jobs_after_commit();
            tx.run("INSERT INTO oauth2_logout (application_id, account_id, sid) VALUES ($1, $2, $3)", application.id,
                   family.account_id, family.sid);
        }
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

Result<jobs::Outcome> tell_session_end(const api::Site& site, const jobs::Job& job, const std::stop_token&)
{
    const auto logout = site.db.first<WaitingLogout>("SELECT * FROM oauth2_logout WHERE id = $1", job.key_number());
    if (!logout) return jobs::Outcome::done();
    const auto application = find_application(site.db, logout->application_id);
    const auto address = application ? from_stored(application->metadata).backchannel_logout_uri : std::string();
    auto outcome = jobs::Outcome::done();
    if (!address.empty() && site.settings().oauth2.enabled) {
        const auto told = tell(site, *application, address, *logout);
        if (!told && told.error().code != Errc::unprocessable) return std::unexpected(told.error());
        if (!told) {
            outcome.error = told.error().message;
            log::info("an application does not want to be told that a session has ended",
                      {{"client", application->client_id}, {"error", outcome.error}});
        }
    }
    site.db.write([&](db::Transaction& tx) {
        forget(tx, logout->id);
        site.get<jobs::Queue>().settle(tx, job, outcome);
    });
    return jobs::Outcome::settled();
}

void give_up_session_end(const api::Site&, db::Transaction& tx, const jobs::Job& job) { forget(tx, job.key_number()); }

} // namespace cairn::identity
