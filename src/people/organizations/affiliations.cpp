// The organizations that a person is in, and what the person may do there.
#include <algorithm>

#include "accounts/guards.hpp"
#include "accounts/visibility.hpp"
#include "api/view.hpp"
#include "db/composition.hpp"
#include "organizations/affiliations.hpp"
#include "organizations/guards.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::oneself;
using accounts::reads_user_signed_in;
using db::bound;

namespace {

struct OrganizationPermissions {
    bool is_owner = false;
    bool is_admin = false;
    bool can_write = false;
    bool can_read = false;
    bool can_create_repository = false;
};
BOOST_DESCRIBE_STRUCT(OrganizationPermissions, (), (is_owner, is_admin, can_write, can_read, can_create_repository))
constexpr auto notes(const OrganizationPermissions*)
{
    return std::array{
        Note{"", "What a person may do in an organization, taken from the highest level of the person's teams"}};
}

struct ListOrganizations : Paging { };
BOOST_DESCRIBE_STRUCT(ListOrganizations, (Paging), ())

Result<Page<Organization>> list_own(const View& view, const Account& account, Query<ListOrganizations> query)
{
    return organizations_of(view, account, query.value);
}

Result<Page<Organization>> list_of(const View& view, const Account& account, Query<ListOrganizations> query)
{
    return organizations_of(view, account, query.value);
}

struct Seat {
    Level permission = Level::none;
    bool can_create_org_repo = false;
};
BOOST_DESCRIBE_STRUCT(Seat, (), (permission, can_create_org_repo))

Result<OrganizationPermissions> get_permissions(Call& call, const Account& account, Path<OrganizationPath>)
{
    auto found = organization_at(call, "org");
    // Unlike elsewhere, a token that is limited to what is public does not tell that there is something else.
    if (!found && found.error().code == Errc::forbidden) return not_found("the organization");
    OrganizationPermissions permissions;
    // Nobody may do anything in a person, as today's clients know it.
    if (!found && found.error().code == Errc::not_found)
        if (const auto named = accounts::find_account(call.db(), call.segment("org")); named
            && named->kind == accounts::AccountKind::individual
            && accounts::may_see(call.db(), access::Viewer::of(call.caller), *named))
            return permissions;
    const auto organization = TRY(std::move(found));
    Level highest = Level::none;
    for (const Seat& seat : call.db().all<Seat>(
             "SELECT t.permission, t.can_create_org_repo FROM team t JOIN team_member tm ON tm.team_id = t.id"
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

// clang-format off
constexpr Operation operations[] = {
    {GET, "/user/orgs",                              scope::user | scope::organization, oneself,              cached<list_own>,        200, "orgListCurrentUserOrgs", "List the organizations that you are in"},
    {GET, "/users/{username}/orgs",                  scope::user | scope::organization, reads_user_signed_in, cached<list_of>,         200, "orgListUserOrgs",        "List the organizations that a person is in"},
    {GET, "/users/{username}/orgs/{org}/permissions", scope::user | scope::organization, reads_user_signed_in, handle<get_permissions>, 200, "orgGetUserPermissions",  "Tell what a person may do in an organization"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

Page<Organization> organizations_of(const View& view, const Account& account, const Paging& paging)
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
    const auto page = view.db().page<StoredOrganization>(paging, query);
    return show_organizations(page, view.caller, view.settings());
}

const Table affiliation_table{"organization", operations};

} // namespace cairn::organizations
