#include "runners/task_token.hpp"

#include "access/levels.hpp"
#include "api/scope.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"

namespace cairn::runners {

namespace {

constexpr std::size_t token_bytes = 20;

} // namespace

std::string make_task_token(db::Transaction& tx, const TaskGrant& grant)
{
    end_task_token(tx, grant.task_id);
    auto token = crypto::random_hex(token_bytes);
    const std::vector<std::string> scopes = grant.writes
        ? std::vector<std::string>{"write:repository", "write:issue", "write:package"}
        : std::vector<std::string>{"read:repository", "read:issue", "read:package"};
    const auto most = access::Levels::everywhere(grant.writes ? access::Level::write : access::Level::read);
    const auto id = tx.scalar<std::int64_t>(
        "INSERT INTO access_token (account_id, name, hash, last_eight, scopes, created_at, last_used_at, expires_at,"
        " limited, task_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, TRUE, $9) RETURNING id",
        grant.account_id, "task " + crypto::random_uuid(), crypto::sha256_hex(token), token.substr(token.size() - 8),
        api::ScopeSet::parse(scopes)->stored(), Time::now(), Time::now(), grant.expires_at, grant.task_id);
    tx.run("INSERT INTO token_repository (token_id, repository_id, levels) VALUES ($1, $2, $3)", id,
           grant.repository_id, most.stored());
    return token;
}

void end_task_token(db::Transaction& tx, std::int64_t task_id)
{
    tx.run("DELETE FROM access_token WHERE task_id = $1", task_id);
}

} // namespace cairn::runners
