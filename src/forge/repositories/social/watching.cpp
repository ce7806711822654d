#include "repositories/social/watching.hpp"

#include "accounts/profile/block.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;
using db::bound;

bool is_watching(db::Queries& db, std::int64_t account_id, std::int64_t repository_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM watch WHERE account_id = $1 AND repository_id = $2"
                           " AND NOT ignored) AS value",
                           account_id, repository_id);
}

Result<void> watch(const Call& call, const RepositoryContext& place)
{
    if (accounts::is_blocked(call.db(), place.owner.id, call.caller.id))
        return fail(Errc::forbidden, "the owner has blocked you");
    call.db().write([&](db::Transaction& tx) { watch(tx, call.caller.id, place.repository.id); });
    return {};
}

void unwatch(const Call& call, const RepositoryContext& place)
{
    call.db().write([&](db::Transaction& tx) { unwatch(tx, call.caller.id, place.repository.id); });
}

Page<std::int64_t> watched_by(const View& view, const Account& account, const Paging& paging)
{
    db::Composition ids("SELECT r.id FROM watch w JOIN repository r ON r.id = w.repository_id"
                        " WHERE NOT w.ignored AND w.account_id = ");
    ids << bound(account.id);
    if (account.id != view.caller.id) ids << " AND r.audience = 0";
    ids << " AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY w.id";
    return view.db().page<std::int64_t>(paging, ids);
}

Page<accounts::ShownAccount> watchers(const View& view, const RepositoryContext& place, const Paging& paging)
{
    return view.db().page<accounts::ShownAccount>(paging,
                                                  "SELECT a.* FROM watch w JOIN account a ON a.id = w.account_id"
                                                  " WHERE w.repository_id = $1 AND NOT w.ignored ORDER BY w.id",
                                                  place.repository.id);
}

std::int64_t count_watchers(db::Transaction& tx, std::int64_t repository_id)
{
    return tx.scalar<std::int64_t>("UPDATE repository SET watchers_count ="
                                   " (SELECT count(*) FROM watch WHERE repository_id = $1 AND NOT ignored)"
                                   " WHERE id = $1 RETURNING watchers_count",
                                   repository_id);
}

void watch(db::Transaction& tx, std::int64_t account_id, std::int64_t repository_id)
{
    tx.run("INSERT INTO watch (account_id, repository_id, created_at) VALUES ($1, $2, $3)"
           " ON CONFLICT (account_id, repository_id) DO UPDATE SET ignored = FALSE",
           account_id, repository_id, Time::now());
    count_watchers(tx, repository_id);
}

void unwatch(db::Transaction& tx, std::int64_t account_id, std::int64_t repository_id)
{
    if (tx.run("DELETE FROM watch WHERE account_id = $1 AND repository_id = $2", account_id, repository_id) > 0)
        count_watchers(tx, repository_id);
}

void watch_as_team(db::Transaction& tx, std::int64_t team_id, std::int64_t repository_id)
{
    tx.run("INSERT INTO watch (account_id, repository_id, created_at)"
           " SELECT account_id, $2, $3 FROM team_member WHERE team_id = $1 ON CONFLICT DO NOTHING",
           team_id, repository_id, Time::now());
    count_watchers(tx, repository_id);
}

void forget_followers(db::Transaction& tx, std::int64_t repository_id)
{
    tx.run("UPDATE account SET starred_repos_count = starred_repos_count - 1"
           " WHERE id IN (SELECT account_id FROM star WHERE repository_id = $1)",
           repository_id);
    tx.run("DELETE FROM star WHERE repository_id = $1", repository_id);
    tx.run("DELETE FROM watch WHERE repository_id = $1", repository_id);
    tx.run("UPDATE repository SET stars_count = 0, watchers_count = 0 WHERE id = $1", repository_id);
}

} // namespace cairn::repositories
