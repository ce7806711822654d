#include "accounts/tokens/tokens.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"
#include "cache/row_cache.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using api::ScopeSet;

namespace {

constexpr std::size_t token_bytes = 20;

constexpr auto token_and_account = "SELECT " + account_sql
    + ", t.id AS token_id, t.scopes AS token_scopes, t.limited AS token_limited, t.expires_at AS token_expires_at,"
      " t.task_id FROM access_token t JOIN account a ON a.id = t.account_id WHERE t.hash = $1";

// What the audit trail tells about a token.
struct TokenDetails {
    std::int64_t id = 0;
    std::string name;
    std::string scopes;
};
BOOST_DESCRIBE_STRUCT(TokenDetails, (), (id, name, scopes))

} // namespace

void audit_token(db::Transaction& tx, AuditEvent event, const StoredToken& token)
{
    event.details = audit_details(TokenDetails{.id = token.id, .name = token.name, .scopes = token.scopes});
    audit(tx, event);
}

bool looks_like_token(std::string_view text)
{
    return text.size() == token_bytes * 2
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::shared_ptr<const TokenAndAccount> find_token(db::Database& db, std::string_view value, Time now,
                                                  std::optional<db::CommitState>* seen)
{
    auto found = cache::row<TokenAndAccount>(db, token_and_account.text, crypto::sha256_hex(value), seen);
    if (found && found->token_expires_at.seconds != 0 && found->token_expires_at.seconds <= now.seconds) return nullptr;
    return found;
}

bool is_of_task(db::Queries& db, std::int64_t token_id)
{
    return token_id != 0
        && db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM access_token WHERE id = $1 AND task_id IS NOT NULL) AS value",
                           token_id);
}

Result<MadeToken> make_token(db::Transaction& tx, std::int64_t account_id, const std::string& name,
                             const ScopeSet& scopes, const TokenLimits& limits)
{
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM access_token WHERE account_id = $1 AND name = $2) AS value",
                        account_id, name))
        return fail(Errc::bad_request, "the account has a token named '" + name + "' already");
    MadeToken made;
    made.value = crypto::random_hex(token_bytes);
    made.token = tx.one<StoredToken>(
        "INSERT INTO access_token (account_id, name, hash, last_eight, scopes, created_at, last_used_at, expires_at,"
        " limited) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *",
        account_id, name, crypto::sha256_hex(made.value), made.value.substr(made.value.size() - 8), scopes.stored(),
        Time::now(), Time::now(), limits.expires_at.value_or(Time{}), limits.repositories.has_value());
    if (limits.repositories)
        for (const std::int64_t repository : *limits.repositories)
            tx.run("INSERT INTO token_repository (token_id, repository_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                   made.token.id, repository);
    return made;
}

std::vector<StoredToken> tokens_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<StoredToken>("SELECT * FROM access_token WHERE account_id = $1 AND task_id IS NULL ORDER BY id DESC",
                               account_id);
}

Page<StoredToken> list_tokens(db::Queries& db, std::int64_t account_id, const Paging& paging)
{
    return db.page<StoredToken>(
        paging, "SELECT * FROM access_token WHERE account_id = $1 AND task_id IS NULL ORDER BY id DESC", account_id);
}

std::optional<StoredToken> find_token(db::Queries& db, std::int64_t id)
{
    return db.first<StoredToken>("SELECT * FROM access_token WHERE id = $1", id);
}

Result<MadeToken> create_token(api::Call& call, const Account& account, const std::string& name,
                               const api::ScopeSet& scopes, const TokenLimits& limits)
{
    const auto event = audit_event(call, AuditKind::token_created, account);
    return call.db().write([&](db::Transaction& tx) -> Result<MadeToken> {
        auto made = TRY(make_token(tx, account.id, name, scopes, limits));
        audit_token(tx, event, made.token);
        return made;
    });
}

namespace {

template <class Key> Result<void> delete_and_tell(api::Call& call, const Account& account, db::Sql statement, Key key)
{
    const auto event = audit_event(call, AuditKind::token_deleted, account);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto token = tx.first<StoredToken>(statement, account.id, key);
        if (!token) return not_found("the token");
        audit_token(tx, event, *token);
        return {};
    });
}

} // namespace

Result<void> delete_token(api::Call& call, const Account& account, std::int64_t id)
{
    return delete_and_tell(call, account,
                           "DELETE FROM access_token WHERE account_id = $1 AND id = $2 AND task_id IS NULL RETURNING *",
                           id);
}

Result<void> delete_token(api::Call& call, const Account& account, std::string_view name)
{
    return delete_and_tell(
        call, account, "DELETE FROM access_token WHERE account_id = $1 AND name = $2 AND task_id IS NULL RETURNING *",
        name);
}

void delete_current_token(api::Call& call, const StoredToken& token)
{
    const auto event = audit_event(call, AuditKind::token_deleted);
    call.db().write([&](db::Transaction& tx) {
        tx.run("DELETE FROM access_token WHERE id = $1", token.id);
        audit_token(tx, event, token);
    });
}

} // namespace cairn::accounts
