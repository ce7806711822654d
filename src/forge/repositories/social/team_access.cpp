#include "repositories/social/team_access.hpp"

#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::repositories {

using organizations::StoredTeam;

bool has_repository(db::Queries& db, std::int64_t team_id, std::int64_t repository_id)
{
    return db.scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM team_repository WHERE team_id = $1 AND repository_id = $2) AS value", team_id,
        repository_id);
}

void give_to_team(const api::Site& site, db::Transaction& tx, const StoredTeam& team, std::int64_t repository_id)
{
    tx.run("INSERT INTO team_repository (team_id, repository_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", team.id,
           repository_id);
    if (site.settings.service.auto_watch_new_repos) watch_as_team(tx, team.id, repository_id);
}

void take_from_team(const api::Site& site, db::Transaction& tx, const StoredTeam& team, std::int64_t repository_id)
{
    if (team.includes_all_repositories) return;
    tx.run("DELETE FROM team_repository WHERE team_id = $1 AND repository_id = $2", team.id, repository_id);
    for (const auto account_id : tx.all<std::int64_t>("SELECT account_id FROM team_member WHERE team_id = $1", team.id))
        site.events.tell(tx,
                         events::AccessLost{.account_id = account_id,
                                            .repository_id = repository_id,
                                            .owner_id = team.organization_id});
}

} // namespace cairn::repositories
