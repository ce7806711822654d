// /orgs: the operations on organizations themselves.
#include "accounts/guards.hpp"
#include "organizations/affiliation.hpp"
#include "organizations/change.hpp"
#include "organizations/guards.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::anyone;
using accounts::signed_in;

namespace {

struct ListOrganizations : Paging { };
BOOST_DESCRIBE_STRUCT(ListOrganizations, (Paging), ())

Result<Page<Organization>> list(const View& view, Query<ListOrganizations> query)
{
    return show_organizations(directory(view, query.value), view.caller, view.settings());
}

Result<Organization> create(Call& call, const Account& founder, Body<CreateOrgOption> body)
{
    return show_organization(TRY(found_organization(call, founder, body.value)), call.caller, call.settings());
}

Result<Organization> get(Call& call, const StoredOrganization& organization)
{
    return show_organization(organization, call.caller, call.settings());
}

Result<Organization> edit(Call& call, const StoredOrganization& organization, Body<EditOrgOption> body)
{
    return show_organization(TRY(edit_organization(call, organization, body.value)), call.caller, call.settings());
}

Result<> remove(Call& call, const StoredOrganization& organization) { return delete_organization(call, organization); }

Result<> rename(Call& call, const StoredOrganization& organization, Body<RenameOrgOption> body)
{
    return rename_organization(call, organization, body.value);
}

// clang-format off
constexpr Operation organization_operations[] = {
    {GET,    "/orgs",              scope::none,         anyone,               cached<list>,   200, "orgGetAll", "List the organizations of the site"},
    {POST,   "/orgs",              scope::organization, signed_in, handle<create>, 201, "orgCreate", "Make an organization", {403}},
    {GET,    "/orgs/{org}",        scope::organization, reads_organization,   quick<get>,     200, "orgGet",    "Show an organization"},
    {PATCH,  "/orgs/{org}",        scope::organization, owns_organization,    handle<edit>,   200, "orgEdit",   "Change an organization"},
    {DELETE, "/orgs/{org}",        scope::organization, owns_organization,    handle<remove>, 204, "orgDelete", "Delete an organization that owns nothing", {422}},
    {POST,   "/orgs/{org}/rename", scope::organization, owns_organization,    handle<rename>, 204, "renameOrg", "Give an organization another name"},
};
// clang-format on
static_assert(well_formed(organization_operations));

} // namespace

const Table organization_table{"organization", organization_operations};

} // namespace cairn::organizations
