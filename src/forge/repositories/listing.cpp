#include "repositories/listing.hpp"

#include "db/composition.hpp"

namespace cairn::repositories {

using db::bound;

Page<Written<Repository>> list_repositories(const api::View& view, const Page<std::int64_t>& found)
{
    return list_repositories(view, found, access::Viewer::of(view.caller));
}

Page<Written<Repository>> list_repositories(const api::View& view, const Page<std::int64_t>& found,
                                            const access::Viewer& permissions_of)
{
    return {.items = write_repositories(view, found.items, permissions_of), .total = found.total};
}

access::Viewer viewer_of(const accounts::Account& account)
{
    return {.id = account.id, .admin = account.is_admin, .restricted = account.is_restricted};
}

void add_collaborates(db::Composition& query, std::int64_t account_id, bool only_public)
{
    query << "(r.owner_id <> " << bound(account_id)
          << " AND (r.id IN (SELECT c.repository_id FROM collaboration c WHERE NOT c.temporary AND c.account_id = "
          << bound(account_id)
          << ") OR r.id IN (SELECT tr.repository_id FROM team_member tm"
             " JOIN team_repository tr ON tr.team_id = tm.team_id WHERE tm.account_id = "
          << bound(account_id)
          << ") OR (NOT r.private AND r.owner_id IN (SELECT m.organization_id FROM organization_member m"
             " WHERE m.account_id = "
          << bound(account_id) << ")))";
    if (only_public)
        query << " AND r.owner_id NOT IN (SELECT m.organization_id FROM organization_member m"
                 " WHERE NOT m.is_public AND m.account_id = "
              << bound(account_id) << ")";
    query << ")";
}

Page<std::int64_t> accessible_to(const api::View& view, const accounts::Account& account, const Paging& paging)
{
    db::Composition ids("SELECT r.id FROM repository r WHERE (r.owner_id = ");
    ids << bound(account.id) << " OR ";
    add_collaborates(ids, account.id, false);
    ids << ") AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY r.lower_name, r.id";
    return view.db().page<std::int64_t>(paging, ids);
}

Page<std::int64_t> owned_by(const api::View& view, std::int64_t owner_id, const Paging& paging)
{
    const auto viewer = access::Viewer::of(view.caller);
    db::Composition ids("SELECT r.id FROM repository r WHERE r.owner_id = ");
    ids << bound(owner_id) << " AND (";
    // What everybody may read is listed here even for those who see only what was opened to them; but for a token that
    // lists its repositories there are no others.
    if (viewer.token_id == 0) ids << "r.audience = 0 OR ";
    ids << "(";
    access::add_sees(ids, viewer);
    ids << ")) ORDER BY r.id";
    return view.db().page<std::int64_t>(paging, ids);
}

std::int64_t count_owned(db::Queries& db, std::int64_t owner_id)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM repository WHERE owner_id = $1", owner_id);
}

std::int64_t count_public(db::Queries& db, std::int64_t owner_id)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM repository WHERE owner_id = $1 AND NOT private",
                                   owner_id);
}

} // namespace cairn::repositories
