// The teams that a repository was given to, from the side of the repository.
#include "access/organizations.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "organizations/organization.hpp"
#include "organizations/team.hpp"
#include "repositories/guards.hpp"
#include "repositories/social/team_access.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using organizations::StoredTeam;
using organizations::Team;

namespace {

struct RepositoryTeamPath {
    std::string team;
};
BOOST_DESCRIBE_STRUCT(RepositoryTeamPath, (), (team))
constexpr auto notes(const RepositoryTeamPath*) { return std::array{Note{"team", "the name of the team"}}; }

Result<void> check_has_teams(const RepositoryContext& place)
{
    if (place.owner.kind != accounts::AccountKind::organization)
        return fail(Errc::method_not_allowed, "only repositories of organizations have teams");
    return {};
}

// The organization decides whether those who administer a repository may do this.
Result<void> check_changes_teams(Call& call, const RepositoryContext& place)
{
    TRY(check_has_teams(place));
    const auto organization = organizations::find_organization(call.db(), place.owner.id);
    if (place.access.owns() || (organization && organization->repo_admin_change_team_access)) return {};
    return fail(Errc::forbidden, "only owners of the organization may change the teams of its repositories");
}

Result<StoredTeam> team_named(Call& call, const RepositoryContext& place, const std::string& name)
{
    auto team = call.db().first<StoredTeam>("SELECT * FROM team WHERE organization_id = $1 AND lower_name = $2",
                                            place.owner.id, text::to_lower(name));
    if (!team) return not_found("the team");
    return std::move(*team);
}

// Whoever belongs to the organization or administers the repository learns of all its teams, of private ones too;
// anybody else of those that they see.
bool knows_all_teams(Call& call, const RepositoryContext& place)
{
    return call.caller.admin || place.access.administers()
        || access::standing_in(call.db(), place.owner.id, call.caller.id) >= access::Standing::member;
}

bool knows_team(Call& call, const RepositoryContext& place, const StoredTeam& team)
{
    const access::TeamFacts facts{.id = team.id,
                                  .organization = {.id = place.owner.id, .visibility = place.owner.visibility},
                                  .visibility = team.visibility};
    return knows_all_teams(call, place) || access::sees_team(call.db(), access::Viewer::of(call.caller), facts);
}

Result<std::vector<Team>> list(Call& call, const RepositoryContext& place)
{
    TRY(check_has_teams(place));
    db::Composition query("SELECT t.* FROM team_repository tr JOIN team t ON t.id = tr.team_id"
                          " JOIN account o ON o.id = t.organization_id WHERE tr.repository_id = ");
    query << db::bound(place.repository.id);
    if (!knows_all_teams(call, place)) {
        query << " AND ";
        access::add_sees_team(query, access::Viewer::of(call.caller));
    }
    query << " ORDER BY CASE WHEN t.permission = 'owner' THEN 0 ELSE 1 END, t.lower_name";
    std::vector<Team> shown;
    for (const auto& team : call.db().all<StoredTeam>(query)) shown.push_back(organizations::show_team(team));
    return shown;
}

Result<Team> check(Call& call, const RepositoryContext& place, Path<RepositoryTeamPath> path)
{
    TRY(check_has_teams(place));
    const auto team = TRY(team_named(call, place, path->team));
    if (!has_repository(call.db(), team.id, place.repository.id) || !knows_team(call, place, team))
        return not_found("the team");
    return organizations::show_team(team);
}

Result<> add(Call& call, const RepositoryContext& place, Path<RepositoryTeamPath> path)
{
    TRY(check_changes_teams(call, place));
    const auto team = TRY(team_named(call, place, path->team));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (has_repository(tx, team.id, place.repository.id))
            return fail(Errc::unprocessable, "the team has the repository already");
        give_to_team(call.site, tx, team, place.repository.id);
        return {};
    });
}

Result<> remove(Call& call, const RepositoryContext& place, Path<RepositoryTeamPath> path)
{
    TRY(check_changes_teams(call, place));
    const auto team = TRY(team_named(call, place, path->team));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (!has_repository(tx, team.id, place.repository.id))
            return fail(Errc::unprocessable, "the team does not have the repository");
        take_from_team(call.site, tx, team, place.repository.id);
        return {};
    });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/teams",        scope::repository, sees_repository_signed_in, handle<list>,   200, "repoListTeams",  "List the teams of a repository", {405}},
    {GET,    "/repos/{owner}/{repo}/teams/{team}", scope::repository, sees_repository_signed_in, handle<check>,  200, "repoCheckTeam",  "Get a team of a repository", {405}},
    {PUT,    "/repos/{owner}/{repo}/teams/{team}", scope::repository, administers_repository,    handle<add>,    204, "repoAddTeam",    "Give a repository to a team", {405, 422}},
    {DELETE, "/repos/{owner}/{repo}/teams/{team}", scope::repository, administers_repository,    handle<remove>, 204, "repoDeleteTeam", "Take a repository from a team", {405, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table team_table{"repository", operations};

} // namespace cairn::repositories
