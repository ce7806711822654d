#include "identity/consent_request.hpp"

#include "db/database.hpp"
#include "identity/application.hpp"
#include "identity/redirect.hpp"

namespace cairn::identity {

void keep_consent(db::Transaction& tx, const Consent& consent)
{
    tx.run("INSERT INTO oauth2_consent (session_id, client_id, redirect_uri, state, scope, nonce, challenge,"
           " challenge_method, acr, userinfo_claims, response_mode, pushed, dpop_jkt, resources)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
           " ON CONFLICT (session_id) DO UPDATE SET client_id = excluded.client_id,"
           " redirect_uri = excluded.redirect_uri, state = excluded.state, scope = excluded.scope,"
           " nonce = excluded.nonce, challenge = excluded.challenge, challenge_method = excluded.challenge_method,"
           " acr = excluded.acr, userinfo_claims = excluded.userinfo_claims, response_mode = excluded.response_mode,"
           " pushed = excluded.pushed, dpop_jkt = excluded.dpop_jkt, resources = excluded.resources",
           consent.session_id, consent.client_id, consent.redirect_uri, consent.state, consent.scope, consent.nonce,
           consent.challenge, consent.challenge_method, consent.acr, consent.userinfo_claims, consent.response_mode,
           consent.pushed, consent.dpop_jkt, consent.resources);
}

std::optional<Consent> find_consent(db::Queries& db, std::int64_t session_id)
{
    return db.first<Consent>("SELECT * FROM oauth2_consent WHERE session_id = $1", session_id);
}

bool still_stands(db::Queries& db, const Consent& request, std::int64_t account_id,
                  const std::optional<Grant>& approved)
{
    if (!accounts::find_session(db, request.session_id)) return false;
    const auto application = find_application(db, request.client_id);
    if (!application || !is_registered(request.redirect_uri, application->redirects(), application->confidential))
        return false;
    const auto grant = find_grant(db, account_id, application->id);
    if (!grant || !approved) return !grant && !approved;
    return grant->id == approved->id && grant->scope == approved->scope;
}

std::string make_code_for(db::Transaction& tx, const Grant& grant, const Consent& consent,
                          const accounts::Session& session)
{
    return make_code(tx, grant,
                     {.redirect_uri = consent.redirect_uri,
                      .challenge = consent.challenge,
                      .challenge_method = consent.challenge_method,
                      .nonce = consent.nonce,
                      .acr = consent.acr,
                      .userinfo_claims = consent.userinfo_claims,
                      .auth_time = session.authenticated_at,
                      .methods = session.methods,
                      .resources = consent.resources,
                      .sid = session.sid,
                      .dpop_jkt = consent.dpop_jkt});
}

} // namespace cairn::identity
