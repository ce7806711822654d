#include "admin/content_lists.hpp"

#include "accounts/user_search.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"

namespace cairn::admin {

Page<ListedOrganization> listed_organizations(const api::Call& call, const SearchContent& wanted)
{
    const accounts::SearchPatterns patterns(wanted.q);
    if (patterns.hopeless) return {};
    db::Composition query("SELECT o.id, o.name, o.full_name, o.avatar, o.visibility, o.created_at,"
                          " (SELECT count(*) FROM organization_member m WHERE m.organization_id = o.id) AS members,"
                          " (SELECT count(*) FROM team t WHERE t.organization_id = o.id) AS teams,"
                          " (SELECT count(*) FROM repository r WHERE r.owner_id = o.id) AS repositories"
                          " FROM account o WHERE o.kind = 'organization'");
    if (!wanted.q.empty())
        query << " AND (o.lower_name LIKE " << db::bound(patterns.exact) << " ESCAPE '\\' OR folded(o.full_name) LIKE "
              << db::bound(patterns.exact) << " ESCAPE '\\')";
    if (wanted.sort == "newest") query << " ORDER BY o.id DESC";
    else query << " ORDER BY o.lower_name";
    return call.db().page<ListedOrganization>(wanted, query);
}

Page<ListedRepository> listed_repositories(const api::Call& call, const SearchContent& wanted)
{
    const accounts::SearchPatterns patterns(wanted.q);
    if (patterns.hopeless) return {};
    db::Composition query("SELECT r.id, a.name AS owner, r.name, r.private, r.fork_of IS NOT NULL AS fork,"
                          " r.mirror, r.archived_at <> 0 AS archived, r.empty, r.git_size AS size,"
                          " r.open_issues_count AS issues, r.created_at, r.updated_at"
                          " FROM repository r JOIN account a ON a.id = r.owner_id WHERE TRUE");
    if (!wanted.q.empty())
        query << " AND a.lower_name || '/' || r.lower_name LIKE " << db::bound(patterns.exact) << " ESCAPE '\\'";
    if (wanted.sort == "newest") query << " ORDER BY r.id DESC";
    else if (wanted.sort == "updated") query << " ORDER BY r.updated_at DESC, r.id DESC";
    else if (wanted.sort == "size") query << " ORDER BY r.git_size DESC, r.id DESC";
    else query << " ORDER BY a.lower_name, r.lower_name";
    return call.db().page<ListedRepository>(wanted, query);
}

} // namespace cairn::admin
