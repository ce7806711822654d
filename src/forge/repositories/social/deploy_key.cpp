#include "repositories/social/deploy_key.hpp"

#include "db/composition.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::CreateKeyOption;
using accounts::StoredKey;
using db::bound;

namespace {

constexpr db::Composition::Piece with_key =
    "SELECT d.id, d.key_id, d.title, d.read_only, d.created_at, k.fingerprint, k.content, k.comment"
    " FROM deploy_key d JOIN public_key k ON k.id = d.key_id WHERE d.repository_id = ";

// The key, as it is or new. One that opens an account cannot open a repository as well.
Result<StoredKey> key_for(db::Transaction& tx, const std::string& title, const crypto::SshKeyLine& line)
{
    auto key = tx.first<StoredKey>("SELECT * FROM public_key WHERE fingerprint = $1", line.key.fingerprint());
    if (!key)
        return tx.one<StoredKey>(
            "INSERT INTO public_key (title, fingerprint, content, comment, created_at, last_used_at)"
            " VALUES ($1, $2, $3, $4, $5, $5) RETURNING *",
            title, line.key.fingerprint(), line.key.content(), line.comment, Time::now());
    if (key->account_id != 0) return fail(Errc::unprocessable, "this key is registered in an account");
    return std::move(*key);
}

} // namespace

Page<StoredDeployKey> deploy_keys(const Call& call, const RepositoryContext& place, const ListKeys& wanted)
{
    db::Composition query(with_key);
    query << bound(place.repository.id);
    if (wanted.key_id != 0) query << " AND d.key_id = " << bound(wanted.key_id);
    if (!wanted.fingerprint.empty()) query << " AND k.fingerprint = " << bound(wanted.fingerprint);
    query << " ORDER BY d.id";
    return call.db().page<StoredDeployKey>(wanted, query);
}

Result<StoredDeployKey> find_deploy_key(const Call& call, const RepositoryContext& place, std::int64_t id)
{
    db::Composition query(with_key);
    query << bound(place.repository.id) << " AND d.id = " << bound(id);
    auto key = call.db().first<StoredDeployKey>(query);
    if (!key) return not_found("the key");
    return std::move(*key);
}

Result<StoredDeployKey> add_deploy_key(const Call& call, const RepositoryContext& place, const CreateKeyOption& wanted)
{
    const auto line = TRY(accounts::read_public_key(call.settings(), wanted.key));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredDeployKey> {
        const auto key = TRY(key_for(tx, wanted.title, line));
        const auto now = Time::now();
        const auto id = tx.first<std::int64_t>(
            "INSERT INTO deploy_key (repository_id, key_id, title, read_only, created_at) VALUES ($1, $2, $3, $4, $5)"
            " ON CONFLICT DO NOTHING RETURNING id",
            place.repository.id, key.id, wanted.title, wanted.read_only, now);
        if (!id) return fail(Errc::unprocessable, "the repository has this key or one of that title already");
        return StoredDeployKey{.id = *id,
                               .key_id = key.id,
                               .title = wanted.title,
                               .read_only = wanted.read_only,
                               .created_at = now,
                               .fingerprint = key.fingerprint,
                               .content = key.content,
                               .comment = key.comment};
    });
}

void delete_deploy_key(const Call& call, const RepositoryContext& place, std::int64_t id)
{
    call.db().write([&](db::Transaction& tx) {
        const auto key_id = tx.first<std::int64_t>(
            "DELETE FROM deploy_key WHERE repository_id = $1 AND id = $2 RETURNING key_id", place.repository.id, id);
        if (key_id) forget_unused_keys(tx);
    });
}

void forget_unused_keys(db::Transaction& tx)
{
    tx.run("DELETE FROM public_key WHERE account_id IS NULL"
           " AND NOT EXISTS (SELECT 1 FROM deploy_key d WHERE d.key_id = public_key.id)");
}

} // namespace cairn::repositories
