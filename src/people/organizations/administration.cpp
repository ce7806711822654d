// What administrators of the site do with organizations.
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "organizations/affiliations.hpp"
#include "organizations/options.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::administers_person;
using accounts::administers_site;
using accounts::administers_user;

namespace {

constexpr auto all_organizations =
    "SELECT " + organization_columns + " FROM account o WHERE o.kind = 'organization' ORDER BY o.lower_name";

struct ListOrganizations : Paging { };
BOOST_DESCRIBE_STRUCT(ListOrganizations, (Paging), ())

Result<Page<Organization>> list(Call& call, Query<ListOrganizations> query)
{
    const auto page = call.db().page<StoredOrganization>(query.value, all_organizations.text);
    return show_organizations(page, call.caller, call.settings());
}

Result<Organization> create(Call& call, const Account& founder, Body<CreateOrgOption> body)
{
    return found_organization(call, founder, body.value);
}

Result<Page<Organization>> list_of(Call& call, const Account& account, Query<ListOrganizations> query)
{
    return organizations_of(call, account, query.value);
}

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/admin/orgs",                  scope::admin, administers_site,   handle<list>,    200, "adminGetAllOrgs",   "List all organizations"},
    {POST, "/admin/users/{username}/orgs", scope::admin, administers_person, handle<create>,  201, "adminCreateOrg",    "Make an organization that somebody owns"},
    {GET,  "/admin/users/{username}/orgs", scope::admin, administers_user,   handle<list_of>, 200, "adminListUserOrgs", "List the organizations that somebody is in"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table administration_table{"admin", operations};

} // namespace cairn::organizations
