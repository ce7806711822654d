// The operations by which administrators of the site see and make organizations.
#include "accounts/guards.hpp"
#include "organizations/affiliation.hpp"
#include "organizations/change.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::administers_person;
using accounts::administers_site;
using accounts::administers_user;

namespace {

struct ListOrganizations : Paging { };
BOOST_DESCRIBE_STRUCT(ListOrganizations, (Paging), ())

Result<Page<Organization>> list(Call& call, Query<ListOrganizations> query)
{
    return show_organizations(all_organizations(call, query.value), call.caller, call.settings());
}

Result<Organization> create(Call& call, const Account& founder, Body<CreateOrgOption> body)
{
    return show_organization(TRY(found_organization(call, founder, body.value)), call.caller, call.settings());
}

Result<Page<Organization>> list_of(Call& call, const Account& account, Query<ListOrganizations> query)
{
    return show_organizations(organizations_of(call, account, query.value), call.caller, call.settings());
}

// clang-format off
constexpr Operation administration_operations[] = {
    {GET,  "/admin/orgs",                  scope::admin, administers_site,   handle<list>,    200, "adminGetAllOrgs",   "List all organizations"},
    {POST, "/admin/users/{username}/orgs", scope::admin, administers_person, handle<create>,  201, "adminCreateOrg",    "Make an organization that somebody owns"},
    {GET,  "/admin/users/{username}/orgs", scope::admin, administers_user,   handle<list_of>, 200, "adminListUserOrgs", "List the organizations that somebody is in"},
};
// clang-format on
static_assert(well_formed(administration_operations));

} // namespace

const Table administration_table{"admin", administration_operations};

} // namespace cairn::organizations
