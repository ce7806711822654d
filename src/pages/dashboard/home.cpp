// What comes first: the front page for strangers, the dashboard for who is signed in, and those of organizations and
// teams.
#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "organizations/guards.hpp"
#include "organizations/team_change.hpp"
#include "pages/dashboard/dashboard.hpp"
#include "pages/dashboard/tables.hpp"
#include "pages/explore/front_page.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::StoredOrganization;
using organizations::StoredTeam;

namespace {

struct HomeView {
    PageHead head{};
    FrontPage front{};
    std::optional<Dashboard> dashboard{}; // for who is signed in
};
BOOST_DESCRIBE_STRUCT(HomeView, (), (head, front, dashboard))

struct OrganizationDashboardView {
    PageHead head{};
    Dashboard dashboard;
};
BOOST_DESCRIBE_STRUCT(OrganizationDashboardView, (), (head, dashboard))

Result<HomeView> home(Call& call, Query<DashboardQuery> query)
{
    if (call.caller.anonymous()) return HomeView{.front = TRY(front_page(call))};
    const auto& account = accounts::account_of(call.caller);
    return HomeView{.head = {.values = {{"username", account.name}, {"state", "open"}, {"assigned", "true"}}},
                    .dashboard = own_dashboard(call, account, query.value)};
}

Result<OrganizationDashboardView> show_organization(Call& call, const StoredOrganization& organization,
                                                    Query<DashboardQuery> query)
{
    return OrganizationDashboardView{.head = {.values = {{"owner", organization.name}}},
                                     .dashboard = organization_dashboard(call, organization, nullptr, query.value)};
}

struct TeamDashboardPath {
    std::string org;
    std::string team;
};
BOOST_DESCRIBE_STRUCT(TeamDashboardPath, (), (org, team))
constexpr auto notes(const TeamDashboardPath*)
{
    return std::array{Note{"org", "the name of the organization"}, Note{"team", "the name of the team"}};
}

// Loads a team that the caller sees, by its name, for members of its organization.
Result<void> check_belongs_and_sees_team(Call& call)
{
    TRY(organizations::check_belongs_to_organization(call));
    const auto organization = *static_cast<const StoredOrganization*>(call.loaded(&tag<StoredOrganization>));
    const auto& name = call.segment("team");
    organizations::SearchTeams wanted;
    wanted.q = name;
    wanted.include_desc = false;
    for (auto& team : organizations::search_teams(call, organization, wanted).items)
        if (text::iequals(team.name, name)) {
            call.load(organizations::TeamAndOrganization{.team = std::move(team), .organization = organization});
            return {};
        }
    return not_found("the team");
}
constexpr Guard belongs_and_sees_team{.name = "belongs to the organization, sees the team",
                                      .path = &type_of<TeamDashboardPath>(),
                                      .loads = &tag<organizations::TeamAndOrganization>,
                                      .errors = {401, 403, 404},
                                      .check = &check_belongs_and_sees_team};

Result<OrganizationDashboardView> show_team(Call& call, const organizations::TeamAndOrganization& of,
                                            Query<DashboardQuery> query)
{
    return OrganizationDashboardView{
        .head = {.values = {{"owner", of.organization.name}, {"id", std::to_string(of.team.id)}}},
        .dashboard = organization_dashboard(call, of.organization, &of.team, query.value)};
}

// What an address that nobody has leads to, where a browser has asked for it.
Result<HomeView> nothing(Call&) { return not_found("the page"); }

constexpr auto& home_page =
    shows<home, "site/home",
          "issueSearchIssues userListActivityFeeds userCurrentListRepos userGetStopWatches repoSearch getVersion">;
constexpr auto& organization_page =
    shows<show_organization, "dashboard/organization", "orgListActivityFeeds issueSearchIssues orgListRepos">;
constexpr auto& team_page =
    shows<show_team, "dashboard/organization", "orgListTeamActivityFeeds issueSearchIssues orgListTeamRepos">;

using accounts::anyone;
using organizations::belongs_to_organization;

// clang-format off
constexpr Operation home_operations[] = {
    {GET, "/",                           scope::none, anyone,                  home_page,                    200, "siteHome",                  "Show the front page, or the dashboard"},
    {GET, "/org/{org}/dashboard",        scope::none, belongs_to_organization, organization_page,            200, "siteOrganizationDashboard", "Show the dashboard of an organization"},
    {GET, "/org/{org}/dashboard/{team}", scope::none, belongs_and_sees_team,   team_page,                    200, "siteTeamDashboard",         "Show the dashboard of a team"},
    {GET, "/-/nothing",                  scope::none, anyone,                  shows<nothing, "site/home">,  200, "siteNothing",               "Tell that there is nothing here"},
};
// clang-format on
static_assert(well_formed(home_operations));

} // namespace

const Table home_table{"site", home_operations, Door::site, refuse_page};

} // namespace cairn::pages
