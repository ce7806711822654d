// The front page: what this site is and what is new on it, or, for who is signed in, where to go from here.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "config/settings.hpp"
#include "pages/explore/shown_repository.hpp"
#include "pages/explore/tables.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"
#include "repositories/exploring.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::anyone;

namespace {

constexpr std::int64_t newest_shown = 6;

struct HomeView {
    std::string greeting;
    std::vector<ShownRepository> newest{};
    std::int64_t repositories = 0; // that everybody sees
};
BOOST_DESCRIBE_STRUCT(HomeView, (), (greeting, newest, repositories))

// [server] LANDING_PAGE; empty: the front page itself.
std::string landing_page(const config::Settings& settings)
{
    const auto& wanted = settings.server.landing_page;
    if (wanted == "login") return "/user/login";
    if (wanted == "explore") return "/explore/repos";
    if (wanted == "organizations") return "/explore/organizations";
    if (wanted.starts_with('/') && wanted != "/") return safe_redirect(settings, wanted, "");
    return {};
}

Result<HomeView> home(Call& call)
{
    HomeView view;
    if (const auto account = accounts::shared_account(call.caller)) {
        view.greeting = account->full_name.empty() ? account->name : account->full_name;
        return view;
    }
    if (auto elsewhere_first = landing_page(call.settings()); !elsewhere_first.empty())
        return elsewhere(Errc::see_other, std::move(elsewhere_first));
    const auto found =
        repositories::explore_repositories(call, {.sort = repositories::ExploreSort::created}, {.limit = newest_shown});
    view.newest = show_repository_rows(call, found.items);
    view.repositories = found.total;
    return view;
}

// What an address that nobody has leads to, where a browser has asked for it.
Result<HomeView> nothing(Call&) { return not_found("the page"); }

// clang-format off
constexpr Operation home_operations[] = {
    {GET, "/",          scope::none, anyone, shows<home, "site/home", "repoSearch getVersion">, 200, "siteHome",    "Show the front page"},
    {GET, "/-/nothing", scope::none, anyone, shows<nothing, "site/home">,                       200, "siteNothing", "Tell that there is nothing here"},
};
// clang-format on
static_assert(well_formed(home_operations));

} // namespace

const Table front_page_table{"site", home_operations, Door::site, refuse_page};

} // namespace cairn::pages
