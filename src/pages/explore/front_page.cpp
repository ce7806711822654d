#include "pages/explore/front_page.hpp"

#include "api/view.hpp"
#include "config/settings.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"
#include "repositories/exploring.hpp"

namespace cairn::pages {

using api::Call;

namespace {

constexpr std::int64_t newest_shown = 6;

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

} // namespace

Result<FrontPage> front_page(Call& call)
{
    if (auto elsewhere_first = landing_page(call.settings()); !elsewhere_first.empty())
        return elsewhere(Errc::see_other, std::move(elsewhere_first));
    const auto found =
        repositories::explore_repositories(call, {.sort = repositories::ExploreSort::created}, {.limit = newest_shown});
    return FrontPage{.newest = show_repository_rows(call, found.items), .repositories = found.total};
}

} // namespace cairn::pages
