// The repositories that a team was given, from the side of the team.
#include "api/view.hpp"
#include "db/composition.hpp"
#include "organizations/guards.hpp"
#include "repositories/listing.hpp"
#include "repositories/social/team_access.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using access::Standing;
using db::bound;
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

// What the path names, if the team could have it and the caller sees it.
struct Found {
    StoredRepository repository;
    access::Access access;
};

Result<Found> find(Call& call, const TeamAndOrganization& found, const TeamRepositoryPath& path)
{
    const auto owner = accounts::find_account(call.db(), path.org);
    if (!owner || owner->id != found.organization.id) return not_found("the repository");
    auto repository = find_repository(call.db(), owner->id, path.repo);
    if (!repository) return not_found("the repository");
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
    if (!access.sees()) return not_found("the repository");
    return Found{std::move(*repository), access};
}

// Owners; and where the organization wants it so, those of the team who administer the repository.
Result<void> check_changes(Call& call, const TeamAndOrganization& found, const Found& target)
{
    if (call.caller.admin) return {};
    if (access::standing_in(call.db(), found.organization.id, call.caller.id) == Standing::owner) return {};
    const bool in_team = call.db().scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM team_member WHERE team_id = $1 AND account_id = $2) AS value", found.team.id,
        call.caller.id);
    if (in_team && target.access.administers() && found.organization.repo_admin_change_team_access) return {};
    return fail(Errc::forbidden, "you may not change what repositories the team has");
}

Result<Page<Written<Repository>>> list(const View& view, const TeamAndOrganization& found,
                                       Query<ListRepositories> query)
{
    db::Composition ids("SELECT r.id FROM team_repository tr JOIN repository r ON r.id = tr.repository_id"
                        " WHERE tr.team_id = ");
    ids << bound(found.team.id) << " AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY r.lower_name, r.id";
    return list_repositories(view, query.value, ids);
}

Result<Repository> get(Call& call, const TeamAndOrganization& found, Path<TeamRepositoryPath> path)
{
    const auto target = TRY(find(call, found, path.value));
    const auto owner = accounts::find_account(call.db(), target.repository.owner_id);
    if (!owner || !has_repository(call.db(), found.team.id, target.repository.id)) return not_found("the repository");
    return show_repository(call, target.repository, *owner, target.access);
}

Result<> add(Call& call, const TeamAndOrganization& found, Path<TeamRepositoryPath> path)
{
    const auto target = TRY(find(call, found, path.value));
    TRY(check_changes(call, found, target));
    call.db().write([&](db::Transaction& tx) { give_to_team(call.site, tx, found.team, target.repository.id); });
    return {};
}

Result<> remove(Call& call, const TeamAndOrganization& found, Path<TeamRepositoryPath> path)
{
    const auto target = TRY(find(call, found, path.value));
    TRY(check_changes(call, found, target));
    call.db().write([&](db::Transaction& tx) { take_from_team(call.site, tx, found.team, target.repository.id); });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/teams/{id}/repos",              scope::organization, organizations::reads_team, cached<list>,   200, "orgListTeamRepos",        "List the repositories of a team"},
    {GET,    "/teams/{id}/repos/{org}/{repo}", scope::organization, organizations::reads_team, handle<get>,    200, "orgListTeamRepo",         "Get a repository of a team"},
    {PUT,    "/teams/{id}/repos/{org}/{repo}", scope::organization, organizations::reads_team, handle<add>,    204, "orgAddTeamRepository",    "Give a repository to a team"},
    {DELETE, "/teams/{id}/repos/{org}/{repo}", scope::organization, organizations::reads_team, handle<remove>, 204, "orgRemoveTeamRepository", "Take a repository from a team"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table team_repository_table{"organization", operations};

} // namespace cairn::repositories
