// The front page: what this site is, or, for who is signed in, where to go from here.
#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "pages/page.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::anyone;

namespace {

struct HomeView {
    std::string greeting;
};
BOOST_DESCRIBE_STRUCT(HomeView, (), (greeting))

Result<HomeView> home(Call& call)
{
    HomeView view;
    if (const auto account = accounts::shared_account(call.caller))
        view.greeting = account->full_name.empty() ? account->name : account->full_name;
    else if (call.settings().server.landing_page == "login") return elsewhere(Errc::see_other, "/user/login");
    return view;
}

// What an address that nobody has leads to, where a browser has asked for it.
Result<HomeView> nothing(Call&) { return not_found("the page"); }

// clang-format off
constexpr Operation home_operations[] = {
    {GET, "/",          scope::none, anyone, shows<home, "site/home", "getVersion">, 200, "siteHome",    "Show the front page"},
    {GET, "/-/nothing", scope::none, anyone, shows<nothing, "site/home">,            200, "siteNothing", "Tell that there is nothing here"},
};
// clang-format on
static_assert(well_formed(home_operations));

} // namespace

const Table home_table{"site", home_operations, Door::site, refuse_page};

} // namespace cairn::pages
