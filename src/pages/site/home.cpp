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

struct HomePage {
    std::string greeting;
};
BOOST_DESCRIBE_STRUCT(HomePage, (), (greeting))

Result<Raw> get_home(Call& call)
{
    HomePage content;
    if (const auto account = accounts::shared_account(call.caller))
        content.greeting = account->full_name.empty() ? account->name : account->full_name;
    else if (call.settings().server.landing_page == "login") return see_other(call, "/user/login");
    return page(call, {.file = "home", .title = "Home", .wide = true}, content);
}

// clang-format off
constexpr Operation home_operations[] = {
    {GET, "/", scope::none, anyone, handle<get_home>, 200, "siteHome", "Show the front page"},
};
// clang-format on
static_assert(well_formed(home_operations));

} // namespace

const Table home_table{"site", home_operations, Door::site, refuse_page};

} // namespace cairn::pages
