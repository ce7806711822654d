#include "repositories/social/watching.hpp"

#include "db/database.hpp"

namespace cairn::repositories {

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
