#include "access/packages.hpp"

#include <algorithm>

#include "access/organizations.hpp"
#include "db/composition.hpp"

namespace cairn::access {

using config::Visibility;
using db::bound;

namespace {

// Nothing for who is in none of its teams.
std::optional<Level> level_by_teams(db::Queries& db, const Viewer& viewer, std::int64_t organization_id)
{
    std::optional<Level> highest;
    for (const auto given : db.all<std::int64_t>("SELECT t.levels FROM team t JOIN team_member tm ON tm.team_id = t.id"
                                                 " WHERE t.organization_id = $1 AND tm.account_id = $2",
                                                 organization_id, viewer.id)) {
        const auto levels = Levels::from_stored(given);
        const auto level = std::max({Level::read, levels.whole(), levels.on(Unit::packages)});
        highest = std::max(level, highest.value_or(Level::none));
    }
    return highest;
}

} // namespace

Level level_in_packages(db::Queries& db, const Viewer& viewer, const PackageOwnerFacts& owner)
{
    if (viewer.public_only && owner.visibility != Visibility::public_) return Level::none;
    if (viewer.admin || (!viewer.anonymous() && viewer.id == owner.id)) return Level::owner;
    if (owner.organization) {
        if (!viewer.anonymous())
            if (const auto level = level_by_teams(db, viewer, owner.id)) return *level;
        const bool sees = sees_organization(db, viewer, {.id = owner.id, .visibility = owner.visibility});
        return sees ? Level::read : Level::none;
    }
    const bool is_open = owner.visibility == Visibility::public_
        || (owner.visibility == Visibility::limited && !viewer.anonymous() && !viewer.restricted);
    return is_open ? Level::read : Level::none;
}

bool opens_package(db::Queries& db, const Viewer& viewer, std::int64_t repository_id)
{
    return viewer.token_id == 0
        || db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM token_repository WHERE token_id = $1 AND repository_id = $2)"
                           " AS value",
                           viewer.token_id, repository_id);
}

void add_opens_package(db::Composition& query, const Viewer& viewer)
{
    if (viewer.token_id == 0) query << "TRUE";
    else
        query << "p.repository_id IN (SELECT repository_id FROM token_repository WHERE token_id = "
              << bound(viewer.token_id) << ")";
}

} // namespace cairn::access
