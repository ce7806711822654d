#include "organizations/affiliation.hpp"

#include <algorithm>

#include "access/repositories.hpp"
#include "accounts/user_search.hpp"
#include "cache/id_list_cache.hpp"
#include "organizations/team.hpp"

namespace cairn::organizations {

using namespace api;
using db::bound;

namespace {

struct Seat {
    Level permission = Level::none;
    bool can_create_org_repo = false;
};
BOOST_DESCRIBE_STRUCT(Seat, (), (permission, can_create_org_repo))

constexpr auto all_of_the_site =
    "SELECT " + organization_columns + " FROM account o WHERE o.kind = 'organization' ORDER BY o.lower_name";

} // namespace

Page<std::int64_t> search_directory(const View& view, const Paging& paging, std::string_view text, DirectoryOrder order)
{
    const auto viewer = access::Viewer::of(view.caller);
    db::Composition ids("SELECT o.id FROM account o WHERE o.kind = 'organization'");
    if (viewer.anonymous() || (viewer.restricted && !viewer.admin)) ids << " AND o.visibility = 'public'";
    else if (!viewer.admin) ids << " AND o.visibility <> 'private'";
    if (!text.empty()) {
        const accounts::SearchPatterns patterns(text);
        if (patterns.hopeless) return {};
        ids << " AND (o.lower_name LIKE " << bound(patterns.exact) << " ESCAPE '\\' OR folded(o.full_name) LIKE "
            << bound(patterns.exact) << " ESCAPE '\\')";
    }
    switch (order) {
    case DirectoryOrder::name: ids << " ORDER BY o.lower_name"; break;
    case DirectoryOrder::newest: ids << " ORDER BY o.id DESC"; break;
    case DirectoryOrder::oldest: ids << " ORDER BY o.id"; break;
    }
    return cache::page_of_ids(view.db(), paging, cache::versions_in(view.db(), "account_change"), ids);
}

Page<StoredOrganization> directory(const View& view, const Paging& paging)
{
    const auto found = search_directory(view, paging, {});
    auto rows = find_organizations(view.db(), found.items);
    std::ranges::sort(rows, {}, [&](const auto& row) { return std::ranges::find(found.items, row.id); });
    return {.items = std::move(rows), .total = found.total};
}

std::vector<StoredOrganization> organizations_to_create_in(const View& view, const Account& account)
{
    db::Composition query("SELECT ");
    query << organization_columns.text
          << " FROM account o WHERE o.id IN (SELECT t.organization_id FROM team t"
             " JOIN team_member tm ON tm.team_id = t.id WHERE t.can_create_org_repo AND tm.account_id = "
          << bound(account.id) << ") ORDER BY o.lower_name LIMIT 500";
    return view.db().all<StoredOrganization>(query);
}

Page<StoredOrganization> all_organizations(const View& view, const Paging& paging)
{
    return view.db().page<StoredOrganization>(paging, all_of_the_site.text);
}

Page<StoredOrganization> organizations_of(const View& view, const Account& account, const Paging& paging)
{
    const auto viewer = access::Viewer::of(view.caller);
    db::Composition query("SELECT ");
    query << organization_columns.text
          << " FROM organization_member mine JOIN account o ON o.id = mine.organization_id WHERE mine.account_id = "
          << bound(account.id);
    // The person's own list, and an administrator's, has all of them; others see what was made public.
    if (viewer.public_only || (!viewer.admin && viewer.id != account.id)) {
        query << " AND mine.is_public AND ";
        access::add_sees_organization(query, viewer);
    }
    query << " ORDER BY o.lower_name";
    return view.db().page<StoredOrganization>(paging, query);
}

OrganizationPermissions permissions_in(db::Queries& db, const StoredOrganization& organization, const Account& account)
{
    OrganizationPermissions permissions;
    Level highest = Level::none;
    for (const Seat& seat :
         db.all<Seat>("SELECT t.permission, t.can_create_org_repo FROM team t JOIN team_member tm ON tm.team_id = t.id"
                      " WHERE t.organization_id = $1 AND tm.account_id = $2",
                      organization.id, account.id)) {
        highest = std::max(highest, seat.permission);
        permissions.can_create_repository |= seat.can_create_org_repo;
    }
    permissions.is_owner = highest >= Level::owner;
    permissions.is_admin = highest >= Level::admin;
    permissions.can_write = highest >= Level::write;
    permissions.can_read = highest >= Level::read;
    return permissions;
}

} // namespace cairn::organizations
