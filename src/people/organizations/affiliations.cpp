// The operations on the organizations that a person is in, and on what the person may do there.
#include "organizations/affiliation.hpp"

#include "accounts/guards.hpp"
#include "accounts/visibility.hpp"
#include "organizations/guards.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::oneself;
using accounts::reads_user_signed_in;

namespace {

struct ListOrganizations : Paging { };
BOOST_DESCRIBE_STRUCT(ListOrganizations, (Paging), ())

Result<Page<Organization>> list(const View& view, const Account& account, Query<ListOrganizations> query)
{
    return show_organizations(organizations_of(view, account, query.value), view.caller, view.settings());
}

Result<OrganizationPermissions> get_permissions(Call& call, const Account& account, Path<OrganizationPath>)
{
    auto found = organization_at(call, "org");
    // Unlike elsewhere, a token that is limited to what is public does not tell that there is something else.
    if (!found && found.error().code == Errc::forbidden) return not_found("the organization");
    // Nobody may do anything in a person, as today's clients know it.
    if (!found && found.error().code == Errc::not_found)
        if (const auto named = accounts::find_account(call.db(), call.segment("org")); named
            && named->kind == accounts::AccountKind::individual
            && accounts::may_see(call.db(), access::Viewer::of(call.caller), *named))
            return OrganizationPermissions{};
    return permissions_in(call.db(), TRY(std::move(found)), account);
}

// clang-format off
constexpr Operation affiliation_operations[] = {
    {GET, "/user/orgs",                              scope::user | scope::organization, oneself,              cached<list>,        200, "orgListCurrentUserOrgs", "List the organizations that you are in"},
    {GET, "/users/{username}/orgs",                  scope::user | scope::organization, reads_user_signed_in, cached<list>,         200, "orgListUserOrgs",        "List the organizations that a person is in"},
    {GET, "/users/{username}/orgs/{org}/permissions", scope::user | scope::organization, reads_user_signed_in, handle<get_permissions>, 200, "orgGetUserPermissions",  "Tell what a person may do in an organization"},
};
// clang-format on
static_assert(well_formed(affiliation_operations));

} // namespace

const Table affiliation_table{"organization", affiliation_operations};

} // namespace cairn::organizations
