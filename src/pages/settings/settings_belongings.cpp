// What one has: the organizations that one is in, and one's own repositories.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "organizations/affiliation.hpp"
#include "pages/explore/shown_repository.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/settings/tables.hpp"
#include "repositories/listing.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;

namespace {

struct BelongingsQuery : Paging { };
BOOST_DESCRIBE_STRUCT(BelongingsQuery, (Paging), ())

struct OwnOrganization {
    std::string name;
    std::string full_name{};
    std::string description{};
    std::string avatar{};
};
BOOST_DESCRIBE_STRUCT(OwnOrganization, (), (name, full_name, description, avatar))

struct OwnOrganizationsView {
    Navigation navigation;
    bool may_found = false;
    std::vector<OwnOrganization> organizations{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(OwnOrganizationsView, (), (navigation, may_found, organizations, pager))

struct OwnRepositoriesView {
    Navigation navigation;
    std::vector<ShownRepository> repositories{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(OwnRepositoriesView, (), (navigation, repositories, pager))

Result<OwnOrganizationsView> show_organizations(Call& call, const Account& account, Query<BelongingsQuery> query)
{
    const auto found = organizations::organizations_of(call, account, query.value);
    OwnOrganizationsView view{.navigation = settings_navigation(call),
                              .may_found = organizations::check_may_found(account, call.settings()).has_value(),
                              .pager = pager(call, query.value, found.total)};
    for (const auto& one : found.items)
        view.organizations.push_back({.name = one.name,
                                      .full_name = one.full_name,
                                      .description = one.description,
                                      .avatar = one.avatar.empty() ? "" : "/avatars/" + one.avatar});
    return view;
}

Result<OwnRepositoriesView> show_repositories(Call& call, const Account& account, Query<BelongingsQuery> query)
{
    const auto found = repositories::owned_by(call, account.id, query.value);
    return OwnRepositoriesView{.navigation = settings_navigation(call),
                               .repositories = show_repository_rows(call, found.items),
                               .pager = pager(call, query.value, found.total)};
}

constexpr auto& organizations_page =
    shows<show_organizations, "settings/organizations", "orgListCurrentUserOrgs orgCreate">;
constexpr auto& repositories_page =
    shows<show_repositories, "settings/repositories", "userCurrentListRepos createCurrentUserRepo">;

// clang-format off
constexpr Operation belongings_operations[] = {
    {GET, "/user/settings/organization", scope::none, accounts::signed_in, organizations_page, 200, "siteOwnOrganizations", "Show the organizations that one is in"},
    {GET, "/user/settings/repos",        scope::none, accounts::signed_in, repositories_page,  200, "siteOwnRepositories",  "Show the own repositories"},
};
// clang-format on
static_assert(well_formed(belongings_operations));

} // namespace

const Table belongings_table{"site", belongings_operations, Door::site, refuse_page};

} // namespace cairn::pages
