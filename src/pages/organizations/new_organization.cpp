// Making an organization.
#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "organizations/change.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using config::Visibility;
using organizations::CreateOrgOption;
using words::Phrase;

namespace {

const Notice organization_created{"organization-created", Phrase("The organization is created.")};

struct NewOrganizationView {
    PageHead head{};
    std::string visibility{}; // that is chosen
    Form<CreateOrgOption> form{};
};
BOOST_DESCRIBE_STRUCT(NewOrganizationView, (), (head, visibility, form))

Result<NewOrganizationView> show(Call& call, const Account& founder, Form<CreateOrgOption> form)
{
    TRY(organizations::check_may_found(founder, call.settings()));
    CreateOrgOption first;
    first.visibility = call.settings().service.default_org_visibility;
    form.begin_with(first);
    NewOrganizationView view{.form = std::move(form)};
    view.visibility = view.form.value("visibility");
    return view;
}

Result<Done> create(Call& call, const Account& founder, Body<CreateOrgOption> form)
{
    auto made = organizations::found_organization(call, founder, form.value);
    if (!made && made.error().code == Errc::unprocessable && member_of(made.error()).empty())
        return std::unexpected(about("username", std::move(made).error()));
    return done("/" + http::encode_path_segment(TRY(std::move(made)).name), organization_created);
}

constexpr auto& new_page = shows<show, "organizations/new", "orgCreate orgListCurrentUserOrgs">;

// clang-format off
constexpr Operation new_operations[] = {
    {GET,  "/org/create", scope::none, accounts::signed_in, new_page,               200, "siteNewOrganization",     "Ask for a new organization"},
    {POST, "/org/create", scope::none, accounts::signed_in, does<create, new_page>, 303, "siteOrganizationCreated", "Create an organization"},
};
// clang-format on
static_assert(well_formed(new_operations));

} // namespace

const Table new_organization_table{"site", new_operations, Door::site, refuse_page};

} // namespace cairn::pages
