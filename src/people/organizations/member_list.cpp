#include "organizations/member_list.hpp"

#include "access/repositories.hpp"
#include "accounts/user_search.hpp"
#include "db/composition.hpp"

namespace cairn::organizations {

using api::Call;
using db::bound;

namespace {

struct Standing {
    std::int64_t id = 0;
    bool owner = false;
    bool second_step = false;
};
BOOST_DESCRIBE_STRUCT(Standing, (), (id, owner, second_step))

// Asked for those of a page alone: of all of an organization, it would take long.
void add_standings(db::Queries& db, std::int64_t organization_id, std::vector<ListedMember>& members)
{
    if (members.empty()) return;
    std::vector<std::int64_t> ids;
    for (const auto& one : members) ids.push_back(one.id);
    db::Composition query("SELECT a.id, EXISTS (SELECT 1 FROM team t JOIN team_member tm ON tm.team_id = t.id"
                          " WHERE t.permission = 'owner' AND tm.account_id = a.id AND t.organization_id = ");
    query << bound(organization_id)
          << ") AS owner, (EXISTS (SELECT 1 FROM two_factor f WHERE f.account_id = a.id)"
             " OR EXISTS (SELECT 1 FROM security_key k WHERE k.account_id = a.id)) AS second_step"
             " FROM account a WHERE a.id IN "
          << bound(ids);
    std::map<std::int64_t, Standing> standings;
    for (const auto& one : db.all<Standing>(query)) standings.emplace(one.id, one);
    for (auto& one : members) {
        const auto found = standings.find(one.id);
        if (found == standings.end()) continue;
        one.owner = found->second.owner;
        one.second_step = found->second.second_step;
    }
}

} // namespace

Page<ListedMember> list_members(const Call& call, const StoredOrganization& organization, std::string_view q,
                                const Paging& paging)
{
    db::Composition query("SELECT a.id, a.name, a.full_name, a.avatar, om.is_public, FALSE AS owner,"
                          " FALSE AS second_step FROM organization_member om JOIN account a ON a.id = om.account_id"
                          " WHERE om.organization_id = ");
    query << bound(organization.id);
    if (!sees_all_members(call, organization)) query << " AND om.is_public";
    const accounts::SearchPatterns patterns(q);
    if (patterns.hopeless) return {};
    if (!q.empty())
        query << " AND (a.lower_name LIKE " << bound(patterns.exact) << " ESCAPE '\\' OR folded(a.full_name) LIKE "
              << bound(patterns.exact) << " ESCAPE '\\')";
    query << " ORDER BY a.lower_name";
    auto found = call.db().page<ListedMember>(paging, query);
    add_standings(call.db(), organization.id, found.items);
    return found;
}

std::map<std::int64_t, TeamCounts> team_counts(const Call& call, const std::vector<std::int64_t>& team_ids)
{
    std::map<std::int64_t, TeamCounts> counts;
    if (team_ids.empty()) return counts;
    db::Composition query("SELECT t.id, (SELECT count(*) FROM team_member m WHERE m.team_id = t.id) AS members,"
                          " EXISTS (SELECT 1 FROM team_member m WHERE m.team_id = t.id AND m.account_id = ");
    query << bound(call.caller.id) << ") AS joined,"
          << " (SELECT count(*) FROM team_repository tr JOIN repository r ON r.id = tr.repository_id"
             " WHERE tr.team_id = t.id AND ";
    access::add_sees(query, access::Viewer::of(call.caller));
    query << ") AS repositories FROM team t WHERE t.id IN " << bound(team_ids);
    for (const auto& one : call.db().all<TeamCounts>(query)) counts.emplace(one.id, one);
    return counts;
}

} // namespace cairn::organizations
