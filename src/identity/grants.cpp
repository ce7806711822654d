#include "identity/grants.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"

namespace cairn::identity {

namespace {

constexpr std::int64_t code_seconds = 600; // RFC 6749, 4.1.2: at most ten minutes
constexpr std::size_t code_bytes = 32;

} // namespace

std::optional<Grant> find_grant(db::Queries& db, std::int64_t account_id, std::int64_t application_id)
{
    return db.first<Grant>("SELECT * FROM oauth2_grant WHERE account_id = $1 AND application_id = $2", account_id,
                           application_id);
}

std::vector<Approval> approvals_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<Approval>("SELECT g.id, g.application_id, p.name, o.name AS maker, p.locked, p.dynamic, g.scope,"
                            " g.created_at, p.metadata"
                            " FROM oauth2_grant g JOIN oauth2_application p ON p.id = g.application_id"
                            " LEFT JOIN account o ON o.id = p.owner_id WHERE g.account_id = $1 ORDER BY g.id DESC",
                            account_id);
}

std::int64_t count_approvals(db::Queries& db, std::int64_t application_id)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM oauth2_grant WHERE application_id = $1",
                                   application_id);
}

Grant approve(db::Transaction& tx, std::int64_t account_id, std::int64_t application_id, std::string_view scope)
{
    const auto now = Time::now();
    return tx.one<Grant>("INSERT INTO oauth2_grant (account_id, application_id, scope, created_at, updated_at)"
                         " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_id, application_id)"
                         " DO UPDATE SET scope = excluded.scope, updated_at = excluded.updated_at RETURNING *",
                         account_id, application_id, scope, now, now);
}

void revoke_grant(db::Transaction& tx, std::int64_t grant_id)
{
    tx.run("DELETE FROM oauth2_grant WHERE id = $1", grant_id);
}

void end_tokens(db::Transaction& tx, std::int64_t grant_id)
{
    tx.run("DELETE FROM oauth2_family WHERE grant_id = $1", grant_id);
    tx.run("DELETE FROM oauth2_code WHERE grant_id = $1", grant_id);
}

std::string make_code(db::Transaction& tx, const Grant& grant, const CodeBinding& binding)
{
    auto code = "gta_" + text::to_lower(base32_encode(crypto::random_bytes(code_bytes)));
    tx.run("INSERT INTO oauth2_code (hash, grant_id, redirect_uri, challenge, challenge_method, scope, nonce, acr,"
           " userinfo_claims, auth_time, methods, expires_at, dpop_jkt, resources, sid)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
           crypto::sha256_hex(code), grant.id, binding.redirect_uri, binding.challenge, binding.challenge_method,
           grant.scope, binding.nonce, binding.acr, binding.userinfo_claims, binding.auth_time, binding.methods,
           Time{Time::now().seconds + code_seconds}, binding.dpop_jkt, binding.resources, binding.sid);
    return code;
}

} // namespace cairn::identity
