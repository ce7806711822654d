#include "organizations/repositories.hpp"

#include "access/levels.hpp"
#include "db/database.hpp"

namespace cairn::organizations {

bool may_create_repository(db::Queries& db, const api::Caller& caller, std::int64_t organization_id)
{
    if (caller.admin) return true;
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM team t JOIN team_member tm ON tm.team_id = t.id"
                           " WHERE t.organization_id = $1 AND t.can_create_org_repo AND tm.account_id = $2) AS value",
                           organization_id, caller.id);
}

void take_repository(db::Transaction& tx, std::int64_t organization_id, std::int64_t repository_id,
                     const Account& creator)
{
    tx.run("INSERT INTO team_repository (team_id, repository_id)"
           " SELECT t.id, $2 FROM team t WHERE t.organization_id = $1 AND t.includes_all_repositories"
           " ON CONFLICT DO NOTHING",
           organization_id, repository_id);
    if (creator.is_admin || access::standing_in(tx, organization_id, creator.id) == access::Standing::owner) return;
    tx.run("INSERT INTO collaboration (repository_id, account_id, levels, created_at) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT DO NOTHING",
           repository_id, creator.id, access::Levels::everywhere(access::Level::admin).stored(), Time::now());
}

} // namespace cairn::organizations
