// What an organization says of itself, who sees it, and its picture.
#include "accounts/profile/avatar.hpp"
#include "db/database.hpp"
#include "organizations/change.hpp"
#include "organizations/guards.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/uploaded_picture.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::EditOrgOption;
using organizations::StoredOrganization;
using words::Phrase;

namespace {

const Notice organization_saved{"organization-saved", Phrase("The organization is saved.")};
const Notice organization_picture_saved{"organization-picture-saved", Phrase("The picture is saved.")};
const Notice organization_picture_removed{"organization-picture-removed", Phrase("The picture is removed.")};

struct OrganizationPictureForm {
    std::string picture;
};
BOOST_DESCRIBE_STRUCT(OrganizationPictureForm, (), (picture))

struct OrganizationSettingsView {
    PageHead head{};
    OwnerPlace place;
    Navigation navigation{};
    std::string base;
    std::string visibility{}; // that is chosen
    bool has_picture = false;
    Form<EditOrgOption> form{};
    Form<OrganizationPictureForm> picture_form{};
};
BOOST_DESCRIBE_STRUCT(OrganizationSettingsView, (),
                      (head, place, navigation, base, visibility, has_picture, form, picture_form))

std::string settings_address(const StoredOrganization& organization)
{
    return organization_address(organization) + "/settings";
}

Result<accounts::Account> account_of_organization(Call& call, const StoredOrganization& organization)
{
    auto account = accounts::find_account(call.db(), organization.id);
    if (!account) return not_found("the organization");
    return std::move(*account);
}

Result<OrganizationSettingsView> show(Call& call, const StoredOrganization& organization, Form<EditOrgOption> form,
                                      Form<OrganizationPictureForm> picture_form)
{
    EditOrgOption first;
    first.full_name = organization.full_name;
    first.email = organization.email;
    first.description = organization.description;
    first.website = organization.website;
    first.location = organization.location;
    first.visibility = organization.visibility;
    first.repo_admin_change_team_access = organization.repo_admin_change_team_access;
    form.begin_with(first);
    OrganizationSettingsView view{.place = TRY(organization_head(call, organization, "/org/{}/settings")),
                                  .navigation = organization_settings_navigation(call),
                                  .base = settings_address(organization),
                                  .has_picture = TRY(account_of_organization(call, organization)).has_own_avatar,
                                  .form = std::move(form),
                                  .picture_form = std::move(picture_form)};
    view.visibility = view.form.value("visibility");
    return view;
}

Result<Done> save(Call& call, const StoredOrganization& organization, Body<EditOrgOption> form)
{
    if (form->email && !form->email->empty()) TRY(at("email", accounts::check_email(*form->email)));
    if (form->website) TRY(at("website", accounts::check_website(*form->website)));
    TRY(organizations::edit_organization(call, organization, form.value));
    return done(settings_address(organization), organization_saved);
}

Result<Done> set_picture(Call& call, const StoredOrganization& organization, Body<OrganizationPictureForm>)
{
    const auto picture = TRY(uploaded_picture(call, "picture"));
    TRY(at("picture", accounts::set_avatar(call, TRY(account_of_organization(call, organization)), picture)));
    return done(settings_address(organization), organization_picture_saved);
}

Result<Done> remove_picture(Call& call, const StoredOrganization& organization)
{
    accounts::remove_avatar(call, TRY(account_of_organization(call, organization)));
    return done(settings_address(organization), organization_picture_removed);
}

constexpr auto& settings_page = shows<show, "organizations/settings", "orgGet orgEdit orgUpdateAvatar orgDeleteAvatar">;
constexpr auto picture_action = taking_picture(does<set_picture, settings_page>);

using organizations::owns_organization;

// clang-format off
constexpr Operation settings_operations[] = {
    {GET,  "/org/{org}/settings",               scope::none, owns_organization, settings_page,             200, "siteOrganizationSettings",       "Show the settings of an organization"},
    {POST, "/org/{org}/settings",               scope::none, owns_organization, does<save, settings_page>, 303, "siteOrganizationSaved",          "Change an organization"},
    {POST, "/org/{org}/settings/avatar",        scope::none, owns_organization, picture_action,            303, "siteOrganizationPicture",        "Give an organization a picture"},
    {POST, "/org/{org}/settings/avatar/delete", scope::none, owns_organization, does<remove_picture>,      303, "siteOrganizationPictureRemoved", "Take an organization's picture away"},
};
// clang-format on
static_assert(well_formed(settings_operations));

} // namespace

const Table organization_settings_table{"site", settings_operations, Door::site, refuse_page};

} // namespace cairn::pages
