// /orgs/{org}/teams, /teams/{id} and /user/teams: the operations on teams themselves.
#include <algorithm>

#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "organizations/tables.hpp"
#include "organizations/team_change.hpp"

namespace cairn::organizations {

using namespace api;
using enum Method;
using accounts::signed_in;

namespace {

struct ListTeams : Paging { };
BOOST_DESCRIBE_STRUCT(ListTeams, (Paging), ())

struct TeamSearchResults {
    bool ok = true;
    std::vector<Team> data;
};
BOOST_DESCRIBE_STRUCT(TeamSearchResults, (), (ok, data))
constexpr auto notes(const TeamSearchResults*) { return std::array{Note{"", "The teams that were found"}}; }

std::vector<Team> show_all(const std::vector<StoredTeam>& teams)
{
    std::vector<Team> shown;
    for (const auto& team : teams) shown.push_back(show_team(team));
    return shown;
}

Result<Page<Team>> list(const View& view, const StoredOrganization& organization, Query<ListTeams> query)
{
    SearchTeams all;
    static_cast<Paging&>(all) = query.value;
    const auto found = search_teams(view, organization, all);
    return Page<Team>{show_all(found.items), found.total};
}

Result<Counted<TeamSearchResults>> search(Call& call, const StoredOrganization& organization, Query<SearchTeams> query)
{
    const auto found = search_teams(call, organization, query.value);
    return Counted<TeamSearchResults>{{.data = show_all(found.items)}, found.total};
}

Result<Page<Team>> list_own(const View& view, const Account& account, Query<ListTeams> query)
{
    const auto found = teams_of(view, account, query.value);
    std::vector<std::int64_t> ids;
    for (const auto& team : found.items) ids.push_back(team.organization_id);
    const auto organizations = find_organizations(view.db(), ids);
    Page<Team> shown{.items = {}, .total = found.total};
    for (const auto& team : found.items) {
        const auto its = std::ranges::find(organizations, team.organization_id, &StoredOrganization::id);
        if (its != organizations.end()) // else it was deleted a moment ago
            shown.items.push_back(show_team(team, *its, view.caller, view.settings()));
    }
    return shown;
}

Result<Team> create(Call& call, const StoredOrganization& organization, Body<CreateTeamOption> body)
{
    return show_team(TRY(create_team(call, organization, body.value)), organization, call.caller, call.settings());
}

Result<Team> get(Call& call, const TeamAndOrganization& found)
{
    return show_team(found.team, found.organization, call.caller, call.settings());
}

Result<Team> edit(Call& call, const TeamAndOrganization& found, Body<EditTeamOption> body)
{
    return show_team(TRY(edit_team(call, found.team, body.value)));
}

Result<> remove(Call& call, const TeamAndOrganization& found) { return delete_team(call, found.team); }

// clang-format off
constexpr Operation team_operations[] = {
    {GET,    "/orgs/{org}/teams",        scope::organization, belongs_to_organization, cached<list>,   200, "orgListTeams",  "List the teams of an organization that you see"},
    {POST,   "/orgs/{org}/teams",        scope::organization, owns_organization,       handle<create>, 201, "orgCreateTeam", "Make a team", {400}},
    {GET,    "/orgs/{org}/teams/search", scope::organization, belongs_to_organization, handle<search>, 200, "teamSearch",    "Search the teams of an organization"},
    {GET,    "/teams/{id}",              scope::organization, reads_team,              handle<get>,    200, "orgGetTeam",    "Show a team"},
    {PATCH,  "/teams/{id}",              scope::organization, owns_team,               handle<edit>,   200, "orgEditTeam",   "Change a team", {400}},
    {DELETE, "/teams/{id}",              scope::organization, owns_team,               handle<remove>, 204, "orgDeleteTeam", "Delete a team", {422}},
};
constexpr Operation own_operations[] = {
    {GET, "/user/teams", scope::closed_to_public_only(scope::user), signed_in, cached<list_own>, 200, "userListTeams", "List the teams that you are in"},
};
// clang-format on
static_assert(well_formed(team_operations));
static_assert(well_formed(own_operations));

} // namespace

const Table team_table{"organization", team_operations};
const Table own_team_table{"user", own_operations};

} // namespace cairn::organizations
