// What there is on the site: organizations, repositories and packages, with their sizes, as administrators look through
// them.
#include "accounts/guards.hpp"
#include "admin/content_lists.hpp"
#include "packages/listing.hpp"
#include "pages/admin/tables.hpp"
#include "pages/kit.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using admin::SearchContent;
using enum Method;
using words::Phrase;

namespace {

struct AdminOrganizationsView {
    Navigation navigation;
    std::string q;
    std::string sort;
    std::vector<admin::ListedOrganization> organizations{};
    Pager pager;
    bool has_settings = false;
};
BOOST_DESCRIBE_STRUCT(AdminOrganizationsView, (), (navigation, q, sort, organizations, pager, has_settings))

struct AdminRepositoriesView {
    PageHead head{};
    Navigation navigation;
    std::string q;
    std::string sort;
    std::vector<admin::ListedRepository> repositories{};
    Pager pager;
    bool has_settings = false;
};
BOOST_DESCRIBE_STRUCT(AdminRepositoriesView, (), (head, navigation, q, sort, repositories, pager, has_settings))

struct AdminPackage {
    packages::Package package;
    std::int64_t size = 0; // in bytes
};
BOOST_DESCRIBE_STRUCT(AdminPackage, (), (package, size))

struct AdminPackagesView {
    Navigation navigation;
    std::string q;
    std::vector<AdminPackage> packages{};
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(AdminPackagesView, (), (navigation, q, packages, pager))

Result<AdminOrganizationsView> show_organizations(Call& call, Query<SearchContent> query)
{
    auto found = admin::listed_organizations(call, query.value);
    return AdminOrganizationsView{.navigation = administration_navigation(call),
                                  .q = query->q,
                                  .sort = query->sort,
                                  .organizations = std::move(found.items),
                                  .pager = pager(call, query.value, found.total),
                                  .has_settings = call.site.get<Kit>().has_page("/org/{org}/settings")};
}

Result<AdminRepositoriesView> show_repositories(Call& call, Query<SearchContent> query)
{
    auto found = admin::listed_repositories(call, query.value);
    AdminRepositoriesView view{.navigation = administration_navigation(call),
                               .q = query->q,
                               .sort = query->sort,
                               .repositories = std::move(found.items),
                               .pager = pager(call, query.value, found.total),
                               .has_settings = call.site.get<Kit>().has_page("/{owner}/{repo}/settings")};
    if (!query->q.empty()) view.head.values.emplace("q", query->q);
    return view;
}

Result<AdminPackagesView> show_packages(Call& call, Query<packages::ListPackages> query)
{
    TRY(packages::check_offered(call));
    const auto found = packages::all_packages(call, query.value);
    AdminPackagesView view{
        .navigation = administration_navigation(call), .q = query->q, .pager = pager(call, query.value, found.total)};
    std::vector<std::int64_t> ids;
    for (const auto& version : found.items) ids.push_back(version.id);
    auto sizes = packages::sizes_of_versions(call.db(), ids);
    for (auto& package : packages::show_packages(call, found.items)) {
        const auto size = sizes[package.id];
        view.packages.push_back({.package = std::move(package), .size = size});
    }
    return view;
}

// clang-format off
constexpr Operation content_operations[] = {
    {GET, "/-/admin/orgs",     scope::none, administers_site, shows<show_organizations, "admin/organizations", "adminGetAllOrgs">,        200, "siteAdminOrganizations", "Show the organizations of the site"},
    {GET, "/-/admin/repos",    scope::none, administers_site, shows<show_repositories, "admin/repositories", "repoSearch">,               200, "siteAdminRepositories",  "Show the repositories of the site"},
    {GET, "/-/admin/packages", scope::none, administers_site, shows<show_packages, "admin/packages", "adminListPackages">,                200, "siteAdminPackages",      "Show the packages of the site"},
};
// clang-format on
static_assert(well_formed(content_operations));

} // namespace

const Table admin_content_table{"site", content_operations, Door::site, refuse_page};

} // namespace cairn::pages
