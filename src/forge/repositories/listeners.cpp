#include "repositories/listeners.hpp"

#include "access/repositories.hpp"
#include "accounts/account.hpp"
#include "db/composition.hpp"
#include "repositories/lifecycle/transfer.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::repositories {

using db::bound;

namespace {

void leave_repositories_of(db::Transaction& tx, std::int64_t owner_id, std::int64_t account_id)
{
    const auto starred = tx.run("UPDATE repository SET stars_count = stars_count - 1 WHERE owner_id = $1 AND id IN"
                                " (SELECT repository_id FROM star WHERE account_id = $2)",
                                owner_id, account_id);
    tx.run("UPDATE account SET starred_repos_count = starred_repos_count - $2 WHERE id = $1", account_id, starred);
    tx.run("UPDATE repository SET watchers_count = watchers_count - 1 WHERE owner_id = $1 AND id IN"
           " (SELECT repository_id FROM watch WHERE account_id = $2 AND NOT ignored)",
           owner_id, account_id);
    tx.run("DELETE FROM star WHERE account_id = $2"
           " AND repository_id IN (SELECT id FROM repository WHERE owner_id = $1)",
           owner_id, account_id);
    tx.run("DELETE FROM watch WHERE account_id = $2"
           " AND repository_id IN (SELECT id FROM repository WHERE owner_id = $1)",
           owner_id, account_id);
    tx.run("DELETE FROM collaboration WHERE account_id = $2"
           " AND repository_id IN (SELECT id FROM repository WHERE owner_id = $1)",
           owner_id, account_id);
    for (const auto id : tx.all<std::int64_t>("SELECT t.repository_id FROM repository_transfer t"
                                              " JOIN repository r ON r.id = t.repository_id"
                                              " WHERE r.owner_id = $1 AND t.recipient_id = $2",
                                              owner_id, account_id))
        end_transfer(tx, id);
}

} // namespace

void drop_lost_watches(db::Transaction& tx, const events::AccessLost& lost)
{
    const auto account = accounts::find_account(tx, lost.account_id);
    if (!account) return;
    const access::Viewer viewer{.id = account->id, .admin = account->is_admin, .restricted = account->is_restricted};
    db::Composition query("SELECT r.id FROM watch w JOIN repository r ON r.id = w.repository_id WHERE w.account_id = ");
    query << bound(viewer.id);
    if (lost.repository_id != 0) query << " AND r.id = " << bound(lost.repository_id);
    else query << " AND r.owner_id = " << bound(lost.owner_id);
    query << " AND NOT (";
    access::add_sees(query, viewer);
    query << ")";
    for (const auto id : tx.all<std::int64_t>(query)) unwatch(tx, viewer.id, id);
}

void watch_with_team(db::Transaction& tx, const events::TeamJoined& joined)
{
    tx.run("INSERT INTO watch (account_id, repository_id, created_at)"
           " SELECT CAST($1 AS BIGINT), repository_id, CAST($2 AS BIGINT) FROM team_repository WHERE team_id = $3"
           " ON CONFLICT DO NOTHING",
           joined.account_id, Time::now(), joined.team_id);
    tx.run("UPDATE repository SET watchers_count ="
           " (SELECT count(*) FROM watch w WHERE w.repository_id = repository.id AND NOT w.ignored)"
           " WHERE id IN (SELECT repository_id FROM team_repository WHERE team_id = $1)",
           joined.team_id);
}

void forget_account(db::Transaction& tx, const events::AccountDeleted& deleted)
{
    tx.run("UPDATE repository SET stars_count = stars_count - 1"
           " WHERE id IN (SELECT repository_id FROM star WHERE account_id = $1)",
           deleted.account_id);
    tx.run("UPDATE repository SET watchers_count = watchers_count - 1"
           " WHERE id IN (SELECT repository_id FROM watch WHERE account_id = $1 AND NOT ignored)",
           deleted.account_id);
    for (const auto id :
         tx.all<std::int64_t>("SELECT repository_id FROM repository_transfer WHERE doer_id = $1 OR recipient_id = $1",
                              deleted.account_id))
        end_transfer(tx, id);
}

void part_accounts(db::Transaction& tx, const events::AccountBlocked& blocked)
{
    leave_repositories_of(tx, blocked.blocker_id, blocked.blocked_id);
    leave_repositories_of(tx, blocked.blocked_id, blocked.blocker_id);
}

} // namespace cairn::repositories
