// Giving an organization another name, and deleting it.
#include "base/text.hpp"
#include "http/url.hpp"
#include "organizations/change.hpp"
#include "organizations/guards.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/page.hpp"
#include "repositories/listing.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::RenameOrgOption;
using organizations::StoredOrganization;
using words::Phrase;

namespace {

const Notice organization_renamed{"organization-renamed", Phrase("The organization has its new name.")};
const Notice organization_deleted{"organization-deleted", Phrase("The organization is deleted.")};

struct DeleteOrganizationForm {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(DeleteOrganizationForm, (), (name))
constexpr auto notes(const DeleteOrganizationForm*)
{
    return std::array{Note{.member = "name", .required = true, .max_length = 255}};
}

struct RenameOrganizationView {
    PageHead head{};
    OwnerPlace place;
    Navigation navigation{};
    std::string base;
    Form<RenameOrgOption> form{};
};
BOOST_DESCRIBE_STRUCT(RenameOrganizationView, (), (head, place, navigation, base, form))

struct DeleteOrganizationView {
    PageHead head{};
    OwnerPlace place;
    Navigation navigation{};
    std::string base;
    std::int64_t repositories = 0;
    Form<DeleteOrganizationForm> form{};
};
BOOST_DESCRIBE_STRUCT(DeleteOrganizationView, (), (head, place, navigation, base, repositories, form))

constexpr std::string_view tab = "/org/{}/settings";

std::string base_of(const StoredOrganization& organization) { return organization_address(organization) + "/settings"; }

Result<RenameOrganizationView> ask_name(Call& call, const StoredOrganization& organization, Form<RenameOrgOption> form)
{
    form.begin_with({.new_name = organization.name});
    return RenameOrganizationView{.place = TRY(organization_head(call, organization, tab)),
                                  .navigation = organization_settings_navigation(call),
                                  .base = base_of(organization),
                                  .form = std::move(form)};
}

Result<Done> rename(Call& call, const StoredOrganization& organization, Body<RenameOrgOption> form)
{
    const RenameOrgOption wanted{.new_name = std::string(text::trim(form->new_name))};
    TRY(at("new_name", organizations::rename_organization(call, organization, wanted)));
    return done("/org/" + http::encode_path_segment(wanted.new_name) + "/settings", organization_renamed);
}

Result<DeleteOrganizationView> ask(Call& call, const StoredOrganization& organization,
                                   Form<DeleteOrganizationForm> form)
{
    return DeleteOrganizationView{.place = TRY(organization_head(call, organization, tab)),
                                  .navigation = organization_settings_navigation(call),
                                  .base = base_of(organization),
                                  .repositories = repositories::count_owned(call.db(), organization.id),
                                  .form = std::move(form)};
}

Result<Done> remove(Call& call, const StoredOrganization& organization, Body<DeleteOrganizationForm> form)
{
    if (text::trim(form->name) != organization.name)
        return fail(Errc::unprocessable, "[name]: this is not the name of the organization");
    TRY(organizations::delete_organization(call, organization));
    return done("/", organization_deleted);
}

constexpr auto& rename_page = shows<ask_name, "organizations/rename", "orgGet renameOrg">;
constexpr auto& delete_page = shows<ask, "organizations/delete", "orgGet orgListRepos orgDelete">;

using organizations::owns_organization;

// clang-format off
constexpr Operation end_operations[] = {
    {GET,  "/org/{org}/settings/rename", scope::none, owns_organization, rename_page,               200, "siteRenameOrganization",  "Ask for another name of an organization"},
    {POST, "/org/{org}/settings/rename", scope::none, owns_organization, does<rename, rename_page>, 303, "siteOrganizationRenamed", "Give an organization another name"},
    {GET,  "/org/{org}/settings/delete", scope::none, owns_organization, delete_page,               200, "siteDeleteOrganization",  "Ask whether to delete an organization"},
    {POST, "/org/{org}/settings/delete", scope::none, owns_organization, does<remove, delete_page>, 303, "siteOrganizationDeleted", "Delete an organization"},
};
// clang-format on
static_assert(well_formed(end_operations));

} // namespace

const Table organization_end_table{"site", end_operations, Door::site, refuse_page};

} // namespace cairn::pages
