// The teams of an organization, joining them and leaving them.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "organizations/member_list.hpp"
#include "organizations/named_team.hpp"
#include "organizations/team_change.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::StoredOrganization;
using organizations::TeamAndOrganization;
using words::Phrase;

namespace {

const Notice team_joined{"team-joined", Phrase("You are in the team now.")};
const Notice team_left{"team-left", Phrase("You have left the team.")};

struct TeamsQuery : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(TeamsQuery, (Paging), (q))
constexpr auto notes(const TeamsQuery*) { return std::array{Note{"q", "a piece of the name or the description"}}; }

struct TeamRow {
    std::string name;
    std::string address;
    std::string base; // of what is done to it
    std::string description{};
    organizations::Visibility visibility = organizations::Visibility::private_;
    std::int64_t members = 0;
    std::int64_t repositories = 0;
    bool all_repositories = false;
    bool joined = false;
};
BOOST_DESCRIBE_STRUCT(TeamRow, (),
                      (name, address, base, description, visibility, members, repositories, all_repositories, joined))

struct TeamsView {
    PageHead head{};
    OwnerPlace place;
    std::string base;
    std::string q{};
    bool owns = false;
    std::vector<TeamRow> teams{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(TeamsView, (), (head, place, base, q, owns, teams, pager))

Result<TeamsView> show(Call& call, const StoredOrganization& organization, Query<TeamsQuery> query)
{
    organizations::SearchTeams wanted;
    static_cast<Paging&>(wanted) = query.value;
    wanted.q = query->q;
    const auto found = organizations::search_teams(call, organization, wanted);
    std::vector<std::int64_t> ids;
    for (const auto& team : found.items) ids.push_back(team.id);
    auto counts = organizations::team_counts(call, ids);
    TeamsView view{.place = TRY(organization_head(call, organization, "/org/{}/teams")),
                   .base = organization_address(organization) + "/teams",
                   .q = query->q,
                   .owns = call.caller.admin
                       || access::standing_in(call.db(), organization.id, call.caller.id) == access::Standing::owner,
                   .pager = pager(call, query.value, found.total)};
    for (const auto& team : found.items)
        view.teams.push_back({.name = team.name,
                              .address = team_address(organization, team),
                              .base = team_base(organization, team),
                              .description = team.description,
                              .visibility = team.visibility,
                              .members = counts[team.id].members,
                              .repositories = counts[team.id].repositories,
                              .all_repositories = team.includes_all_repositories,
                              .joined = counts[team.id].joined});
    return view;
}

Result<Done> join(Call& call, const TeamAndOrganization& of)
{
    TRY(organizations::add_to_team(call, of.team, accounts::account_of(call.caller)));
    return done(team_address(of.organization, of.team), team_joined);
}

Result<Done> leave(Call& call, const TeamAndOrganization& of)
{
    TRY(organizations::remove_from_team(call, of.team, accounts::account_of(call.caller)));
    // With the last team goes the organization.
    const bool stays = call.caller.admin
        || access::standing_in(call.db(), of.organization.id, call.caller.id) != access::Standing::stranger;
    return done(stays ? organization_address(of.organization) + "/teams" : "/", team_left);
}

constexpr auto& list_page = shows<show, "organizations/teams", "orgListTeams orgCreateTeam">;

// clang-format off
constexpr Operation teams_operations[] = {
    {GET,  "/org/{org}/teams",              scope::none, organizations::belongs_to_organization, list_page,   200, "siteTeams",    "Show the teams of an organization"},
    {POST, "/org/{org}/teams/{team}/join",  scope::none, organizations::owns_named_team,         does<join>,  303, "siteJoinTeam", "Join a team"},
    {POST, "/org/{org}/teams/{team}/leave", scope::none, organizations::reads_named_team,        does<leave>, 303, "siteLeaveTeam", "Leave a team"},
};
// clang-format on
static_assert(well_formed(teams_operations));

} // namespace

const Table organization_teams_table{"site", teams_operations, Door::site, refuse_page};

} // namespace cairn::pages
