// The operations on the repositories that a team was given, from the side of the team.
#include "api/view.hpp"
#include "organizations/guards.hpp"
#include "repositories/listing.hpp"
#include "repositories/social/team_access.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using organizations::TeamAndOrganization;

namespace {

struct TeamRepositoryPath {
    std::string org;
    std::string repo;
};
BOOST_DESCRIBE_STRUCT(TeamRepositoryPath, (), (org, repo))
constexpr auto notes(const TeamRepositoryPath*)
{
    return std::array{Note{"org", "the name of the organization that the team belongs to"},
                      Note{"repo", "the name of the repository"}};
}

Result<Page<Written<Repository>>> list(const View& view, const TeamAndOrganization& found,
                                       Query<ListRepositories> query)
{
    return list_repositories(view, repositories_of(view, found.team, query.value));
}

Result<Repository> get(Call& call, const TeamAndOrganization& found, Path<TeamRepositoryPath> path)
{
    const auto target = TRY(find_repository_of(call, found, path->org, path->repo));
    const auto owner = accounts::find_account(call.db(), target.repository.owner_id);
    if (!owner || !has_repository(call.db(), found.team.id, target.repository.id)) return not_found("the repository");
    return show_repository(call, target.repository, *owner, target.access);
}

Result<> add(Call& call, const TeamAndOrganization& found, Path<TeamRepositoryPath> path)
{
    return give_to_team(call, found, TRY(find_repository_of(call, found, path->org, path->repo)));
}

Result<> remove(Call& call, const TeamAndOrganization& found, Path<TeamRepositoryPath> path)
{
    return take_from_team(call, found, TRY(find_repository_of(call, found, path->org, path->repo)));
}

// clang-format off
constexpr Operation team_repository_operations[] = {
    {GET,    "/teams/{id}/repos",              scope::organization, organizations::reads_team, cached<list>,   200, "orgListTeamRepos",        "List the repositories of a team"},
    {GET,    "/teams/{id}/repos/{org}/{repo}", scope::organization, organizations::reads_team, handle<get>,    200, "orgListTeamRepo",         "Get a repository of a team"},
    {PUT,    "/teams/{id}/repos/{org}/{repo}", scope::organization, organizations::reads_team, handle<add>,    204, "orgAddTeamRepository",    "Give a repository to a team"},
    {DELETE, "/teams/{id}/repos/{org}/{repo}", scope::organization, organizations::reads_team, handle<remove>, 204, "orgRemoveTeamRepository", "Take a repository from a team"},
};
// clang-format on
static_assert(well_formed(team_repository_operations));

} // namespace

const Table team_repository_table{"organization", team_repository_operations};

} // namespace cairn::repositories
