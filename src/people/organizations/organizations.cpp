// /orgs: organizations themselves.
#include <algorithm>

#include "access/repositories.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/avatars.hpp"
#include "accounts/renaming.hpp"
#include "api/view.hpp"
#include "cache/id_list_cache.hpp"
#include "config/settings.hpp"
#include "organizations/guards.hpp"
#include "organizations/options.hpp"
#include "organizations/tables.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::anyone;
using accounts::signed_in;

namespace {

struct EditOrgOption {
    std::optional<std::string> full_name;
    std::optional<std::string> email;
    std::optional<std::string> description;
    std::optional<std::string> website;
    std::optional<std::string> location;
    std::optional<Visibility> visibility;
    std::optional<bool> repo_admin_change_team_access;
};
BOOST_DESCRIBE_STRUCT(EditOrgOption, (),
                      (full_name, email, description, website, location, visibility, repo_admin_change_team_access))
constexpr auto notes(const EditOrgOption*)
{
    return std::array{
        Note{.member = "full_name", .max_length = 100},
        Note{.member = "email", .doc = "where the organization can be reached; may be empty", .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{.member = "website", .doc = "an address that begins with http:// or https://", .max_length = 255},
        Note{.member = "location", .max_length = 50},
        Note{"visibility", "who may see the organization, and so its public repositories"},
        Note{"repo_admin_change_team_access", "lets administrators of a repository give it to teams and take it away"},
    };
}

struct RenameOrgOption {
    std::string new_name;
};
BOOST_DESCRIBE_STRUCT(RenameOrgOption, (), (new_name))
constexpr auto notes(const RenameOrgOption*)
{
    return std::array{Note{.member = "new_name", .doc = "the name that it gets", .required = true}};
}

struct ListOrganizations : Paging { };
BOOST_DESCRIBE_STRUCT(ListOrganizations, (Paging), ())

// The directory: unlike elsewhere, private organizations are left out even for their members, and a token that is
// limited to what is public makes no difference.
Result<Page<Organization>> list(const View& view, Query<ListOrganizations> query)
{
    const auto viewer = access::Viewer::of(view.caller);
    db::Composition ids("SELECT o.id FROM account o WHERE o.kind = 'organization'");
    if (viewer.anonymous() || (viewer.restricted && !viewer.admin)) ids << " AND o.visibility = 'public'";
    else if (!viewer.admin) ids << " AND o.visibility <> 'private'";
    ids << " ORDER BY o.lower_name";
    const auto found = cache::page_of_ids(view.db(), query.value, cache::versions_in(view.db(), "account_change"), ids);
    auto rows = find_organizations(view.db(), found.items);
    std::ranges::sort(rows, {}, [&](const auto& row) { return std::ranges::find(found.items, row.id); });
    return show_organizations({.items = std::move(rows), .total = found.total}, view.caller, view.settings());
}

Result<Organization> create(Call& call, const Account& founder, Body<CreateOrgOption> body)
{
    return found_organization(call, founder, body.value);
}

Result<Organization> get(Call& call, const StoredOrganization& organization)
{
    return show_organization(organization, call.caller, call.settings());
}

Result<Organization> edit(Call& call, const StoredOrganization& organization, Body<EditOrgOption> body)
{
    if (body->email && !body->email->empty()) TRY(accounts::check_email(*body->email));
    if (body->website) TRY(accounts::check_website(*body->website));
    const auto edited = call.db().write([&](db::Transaction& tx) {
        auto row = tx.first<StoredOrganization>(
            "UPDATE account SET full_name = COALESCE($2, full_name), email = COALESCE($3, email),"
            " description = COALESCE($4, description), website = COALESCE($5, website),"
            " location = COALESCE($6, location), visibility = COALESCE($7, visibility),"
            " repo_admin_change_team_access = COALESCE($8, repo_admin_change_team_access), updated_at = $9"
            " WHERE id = $1 RETURNING *",
            organization.id, body->full_name, body->email, body->description, body->website, body->location,
            body->visibility, body->repo_admin_change_team_access, Time::now());
        return row;
    });
    if (!edited) return not_found("the organization");
    return show_organization(*edited, call.caller, call.settings());
}

Result<> remove(Call& call, const StoredOrganization& organization)
{
    const auto deleted = TRY(call.db().write([&](db::Transaction& tx) -> Result<Account> {
        auto account = accounts::find_account(tx, organization.id);
        if (!account) return not_found("the organization");
        TRY(delete_organization(tx, call.site.deletion_checks, call.site.events, *account));
        return std::move(*account);
    }));
    accounts::forget_avatar(call.site.storage, deleted);
    return {};
}

Result<> rename(Call& call, const StoredOrganization& organization, Body<RenameOrgOption> body)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto account = accounts::find_account(tx, organization.id);
        if (!account) return not_found("the organization");
        return accounts::rename_account(tx, *account, body->new_name);
    });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/orgs",              scope::none,         anyone,               cached<list>,   200, "orgGetAll", "List the organizations of the site"},
    {POST,   "/orgs",              scope::organization, signed_in, handle<create>, 201, "orgCreate", "Make an organization", {403}},
    {GET,    "/orgs/{org}",        scope::organization, reads_organization,   quick<get>,     200, "orgGet",    "Show an organization"},
    {PATCH,  "/orgs/{org}",        scope::organization, owns_organization,    handle<edit>,   200, "orgEdit",   "Change an organization"},
    {DELETE, "/orgs/{org}",        scope::organization, owns_organization,    handle<remove>, 204, "orgDelete", "Delete an organization that owns nothing", {422}},
    {POST,   "/orgs/{org}/rename", scope::organization, owns_organization,    handle<rename>, 204, "renameOrg", "Give an organization another name"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

Result<Organization> found_organization(Call& call, const Account& founder, const CreateOrgOption& option)
{
    const auto& service = call.settings().service;
    TRY(check_may_found(founder, call.settings()));
    const NewOrganization made{.name = option.username,
                               .full_name = option.full_name,
                               .email = option.email,
                               .description = option.description,
                               .website = option.website,
                               .location = option.location,
                               .visibility = option.visibility.value_or(service.default_org_visibility),
                               .repo_admin_change_team_access = option.repo_admin_change_team_access,
                               .shows_members = service.default_org_member_visible};
    const auto organization =
        TRY(call.db().write([&](db::Transaction& tx) { return create_organization(tx, made, founder.id); }));
    return show_organization(organization, call.caller, call.settings());
}

const Table organization_table{"organization", operations};

} // namespace cairn::organizations
