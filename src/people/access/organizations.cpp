#include "access/organizations.hpp"

#include "db/composition.hpp"

namespace cairn::access {

using config::Visibility;
using db::bound;

namespace {

bool is_in_team(db::Queries& db, std::int64_t team_id, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM team_member WHERE team_id = $1 AND account_id = $2) AS value",
                           team_id, account_id);
}

bool is_within_credential(const Viewer& viewer, const OrganizationFacts& organization)
{
    return !viewer.public_only || organization.visibility == Visibility::public_;
}

void add_is_within_credential(db::Composition& query, const Viewer& viewer)
{
    if (viewer.public_only) query << " AND o.visibility = 'public'";
}

void add_is_open_to(db::Composition& query, const Viewer& viewer)
{
    if (viewer.anonymous() || viewer.restricted) query << "o.visibility = 'public'";
    else query << "o.visibility IN ('public', 'limited')";
}

void add_is_member(db::Composition& query, const Viewer& viewer)
{
    query << "o.id IN (SELECT om.organization_id FROM organization_member om WHERE om.account_id = " << bound(viewer.id)
          << ")";
}

} // namespace

Standing standing_in(db::Queries& db, std::int64_t organization_id, std::int64_t account_id)
{
    if (account_id == 0) return Standing::stranger;
    return static_cast<Standing>(db.scalar<std::int64_t>(
        "SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM organization_member WHERE organization_id = $1 AND account_id = $2)"
        " THEN 0 WHEN NOT EXISTS (SELECT 1 FROM team t JOIN team_member tm ON tm.team_id = t.id"
        " WHERE t.organization_id = $1 AND t.permission = 'owner' AND tm.account_id = $2) THEN 1 ELSE 2 END AS value",
        organization_id, account_id));
}

bool may_create_repository(db::Queries& db, const Viewer& viewer, std::int64_t organization_id)
{
    if (viewer.admin) return true;
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM team t JOIN team_member tm ON tm.team_id = t.id"
                           " WHERE t.organization_id = $1 AND t.can_create_org_repo AND tm.account_id = $2) AS value",
                           organization_id, viewer.id);
}

bool sees_organization(db::Queries& db, const Viewer& viewer, const OrganizationFacts& organization)
{
    if (!is_within_credential(viewer, organization)) return false;
    if (viewer.admin || organization.visibility == Visibility::public_) return true;
    if (viewer.anonymous()) return false;
    if (organization.visibility == Visibility::limited && !viewer.restricted) return true;
    return standing_in(db, organization.id, viewer.id) >= Standing::member;
}

bool sees_team(db::Queries& db, const Viewer& viewer, const TeamFacts& team)
{
    if (!is_within_credential(viewer, team.organization)) return false;
    if (viewer.admin) return true;
    if (team.visibility == Visibility::public_ && sees_organization(db, viewer, team.organization)) return true;
    switch (standing_in(db, team.organization.id, viewer.id)) {
    case Standing::stranger: return false;
    case Standing::member: return team.visibility != Visibility::private_ || is_in_team(db, team.id, viewer.id);
    case Standing::owner: return true;
    }
    std::unreachable();
}

void add_sees_organization(db::Composition& query, const Viewer& viewer)
{
    query << "(";
    if (viewer.admin) query << "TRUE";
    else {
        add_is_open_to(query, viewer);
        if (!viewer.anonymous()) {
            query << " OR ";
            add_is_member(query, viewer);
        }
    }
    query << ")";
    add_is_within_credential(query, viewer);
}

void add_sees_team(db::Composition& query, const Viewer& viewer)
{
    query << "(";
    if (viewer.admin) query << "TRUE";
    else {
        query << "(t.visibility = 'public' AND ";
        add_is_open_to(query, viewer);
        query << ")";
        if (!viewer.anonymous()) {
            query << " OR (t.visibility <> 'private' AND ";
            add_is_member(query, viewer);
            query << ") OR t.id IN (SELECT tm.team_id FROM team_member tm WHERE tm.account_id = " << bound(viewer.id)
                  << ") OR o.id IN (SELECT ot.organization_id FROM team_member tm JOIN team ot ON ot.id = tm.team_id"
                     " WHERE ot.permission = 'owner' AND tm.account_id = "
                  << bound(viewer.id) << ")";
        }
    }
    query << ")";
    add_is_within_credential(query, viewer);
}

} // namespace cairn::access
