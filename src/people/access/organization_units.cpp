#include "access/organization_units.hpp"

#include "db/database.hpp"

namespace cairn::access {

bool writes_in_organization(db::Queries& db, const Viewer& viewer, std::int64_t organization_id, Unit unit)
{
    if (viewer.admin) return true;
    Levels levels;
    for (const auto given : db.all<std::int64_t>("SELECT t.levels FROM team t JOIN team_member tm ON tm.team_id = t.id"
                                                 " WHERE t.organization_id = $1 AND tm.account_id = $2",
                                                 organization_id, viewer.id))
        levels |= Levels::from_stored(given);
    return levels.on(unit) >= Level::write;
}

} // namespace cairn::access
