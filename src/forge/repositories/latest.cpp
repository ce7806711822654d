#include "repositories/latest.hpp"

#include "access/repositories.hpp"
#include "accounts/user_search.hpp"
#include "db/composition.hpp"

namespace cairn::repositories {

using api::View;
using db::bound;

namespace {

// What the account owns, was let into alone or with a team, and what its organizations show their members.
void add_worked_with(db::Composition& query, std::int64_t account_id)
{
    query << "r.id IN (SELECT x.id FROM repository x WHERE x.owner_id = " << bound(account_id)
          << " UNION SELECT c.repository_id FROM collaboration c WHERE NOT c.temporary AND c.account_id = "
          << bound(account_id)
          << " UNION SELECT tr.repository_id FROM team_member tm JOIN team_repository tr ON tr.team_id = tm.team_id"
             " WHERE tm.account_id = "
          << bound(account_id)
          << " UNION SELECT x.id FROM organization_member m JOIN repository x ON x.owner_id = m.organization_id"
             " WHERE NOT x.private AND m.account_id = "
          << bound(account_id) << ")";
}

} // namespace

Latest latest_repositories(const View& view, const LatestOf& of, std::int64_t limit)
{
    db::Composition query("SELECT r.id, o.name AS owner, o.avatar AS owner_avatar,"
                          " o.kind = 'organization' AS of_organization, r.name, r.private"
                          " FROM repository r JOIN account o ON o.id = r.owner_id WHERE ");
    if (of.team_id != 0)
        query << "r.id IN (SELECT tr.repository_id FROM team_repository tr WHERE tr.team_id = " << bound(of.team_id)
              << ")";
    else if (of.owner_id != 0) query << "r.owner_id = " << bound(of.owner_id);
    else add_worked_with(query, view.caller.id);
    if (!of.words.empty()) {
        const accounts::SearchPatterns patterns(of.words);
        if (patterns.hopeless) return {};
        query << " AND (o.lower_name || '/' || r.lower_name) LIKE " << bound(patterns.exact) << " ESCAPE '\\'";
    }
    query << " AND ";
    access::add_sees(query, access::Viewer::of(view.caller));
    query << " ORDER BY r.updated_at DESC, r.id DESC";
    auto found = view.db().page<LatestRepository>({.page = 1, .limit = limit}, query);
    return {.repositories = std::move(found.items), .total = found.total};
}

} // namespace cairn::repositories
