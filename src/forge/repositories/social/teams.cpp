// The operations on the teams that a repository was given to, from the side of the repository.
#include "repositories/social/team_access.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using organizations::Team;

namespace {

struct RepositoryTeamPath {
    std::string team;
};
BOOST_DESCRIBE_STRUCT(RepositoryTeamPath, (), (team))
constexpr auto notes(const RepositoryTeamPath*) { return std::array{Note{"team", "the name of the team"}}; }

Result<std::vector<Team>> list(Call& call, const RepositoryContext& place)
{
    std::vector<Team> shown;
    for (const auto& team : TRY(teams_of(call, place))) shown.push_back(organizations::show_team(team));
    return shown;
}

Result<Team> check(Call& call, const RepositoryContext& place, Path<RepositoryTeamPath> path)
{
    return organizations::show_team(TRY(find_team_of(call, place, path->team)));
}

Result<> add(Call& call, const RepositoryContext& place, Path<RepositoryTeamPath> path)
{
    return add_team(call, place, path->team);
}

Result<> remove(Call& call, const RepositoryContext& place, Path<RepositoryTeamPath> path)
{
    return remove_team(call, place, path->team);
}

// clang-format off
constexpr Operation team_operations[] = {
    {GET,    "/repos/{owner}/{repo}/teams",        scope::repository, sees_repository_signed_in, handle<list>,   200, "repoListTeams",  "List the teams of a repository", {405}},
    {GET,    "/repos/{owner}/{repo}/teams/{team}", scope::repository, sees_repository_signed_in, handle<check>,  200, "repoCheckTeam",  "Get a team of a repository", {405}},
    {PUT,    "/repos/{owner}/{repo}/teams/{team}", scope::repository, administers_repository,    handle<add>,    204, "repoAddTeam",    "Give a repository to a team", {405, 422}},
    {DELETE, "/repos/{owner}/{repo}/teams/{team}", scope::repository, administers_repository,    handle<remove>, 204, "repoDeleteTeam", "Take a repository from a team", {405, 422}},
};
// clang-format on
static_assert(well_formed(team_operations));

} // namespace

const Table team_table{"repository", team_operations};

} // namespace cairn::repositories
