#include "repositories/listing.hpp"

#include "db/composition.hpp"

namespace cairn::repositories {

using db::bound;

Page<Written<Repository>> list_repositories(const api::View& view, const Paging& paging, const db::Composition& ids)
{
    return list_repositories(view, paging, ids, access::Viewer::of(view.caller));
}

Page<Written<Repository>> list_repositories(const api::View& view, const Paging& paging, const db::Composition& ids,
                                            const access::Viewer& permissions_of)
{
    const auto found = view.db().page<std::int64_t>(paging, ids);
    return {.items = write_repositories(view, found.items, permissions_of), .total = found.total};
}

Page<Written<Repository>> list_repositories(const api::View& view, const Page<std::int64_t>& found)
{
    return {.items = write_repositories(view, found.items, access::Viewer::of(view.caller)), .total = found.total};
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

} // namespace cairn::repositories
