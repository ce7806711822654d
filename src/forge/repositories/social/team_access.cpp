#include "repositories/social/team_access.hpp"

#include "access/organizations.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::repositories {

using namespace api;
using access::Standing;
using db::bound;
using organizations::StoredTeam;
using organizations::TeamAndOrganization;

namespace {

Result<void> check_has_teams(const RepositoryContext& place)
{
    if (place.owner.kind != accounts::AccountKind::organization)
        return fail(Errc::method_not_allowed, "only repositories of organizations have teams");
    return {};
}

// The organization decides whether those who administer a repository may do this.
Result<void> check_changes_teams(const Call& call, const RepositoryContext& place)
{
    TRY(check_has_teams(place));
    const auto organization = organizations::find_organization(call.db(), place.owner.id);
    if (place.access.owns() || (organization && organization->repo_admin_change_team_access)) return {};
    return fail(Errc::forbidden, "only owners of the organization may change the teams of its repositories");
}

Result<StoredTeam> team_named(const Call& call, const RepositoryContext& place, const std::string& name)
{
    auto team = call.db().first<StoredTeam>("SELECT * FROM team WHERE organization_id = $1 AND lower_name = $2",
                                            place.owner.id, text::to_lower(name));
    if (!team) return not_found("the team");
    return std::move(*team);
}

// Whoever belongs to the organization or administers the repository learns of all its teams, of private ones too;
// anybody else of those that they see.
bool knows_all_teams(const Call& call, const RepositoryContext& place)
{
    return call.caller.admin || place.access.administers()
        || access::standing_in(call.db(), place.owner.id, call.caller.id) >= access::Standing::member;
}

bool knows_team(const Call& call, const RepositoryContext& place, const StoredTeam& team)
{
    const access::TeamFacts facts{.id = team.id,
                                  .organization = {.id = place.owner.id, .visibility = place.owner.visibility},
                                  .visibility = team.visibility};
    return knows_all_teams(call, place) || access::sees_team(call.db(), access::Viewer::of(call.caller), facts);
}

// Owners; and where the organization wants it so, those of the team who administer the repository.
Result<void> check_changes(const Call& call, const TeamAndOrganization& found, const TeamRepository& target)
{
    if (call.caller.admin) return {};
    if (access::standing_in(call.db(), found.organization.id, call.caller.id) == Standing::owner) return {};
    const bool in_team = call.db().scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM team_member WHERE team_id = $1 AND account_id = $2) AS value", found.team.id,
        call.caller.id);
    if (in_team && target.access.administers() && found.organization.repo_admin_change_team_access) return {};
    return fail(Errc::forbidden, "you may not change what repositories the team has");
}

} // namespace

bool may_change_teams(const Call& call, const RepositoryContext& place)
{
    return check_changes_teams(call, place).has_value();
}

bool has_repository(db::Queries& db, std::int64_t team_id, std::int64_t repository_id)
{
    return db.scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM team_repository WHERE team_id = $1 AND repository_id = $2) AS value", team_id,
        repository_id);
}

void give_to_team(const api::Site& site, db::Transaction& tx, const StoredTeam& team, std::int64_t repository_id)
{
    tx.run("INSERT INTO team_repository (team_id, repository_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", team.id,
           repository_id);
    if (site.settings().service.auto_watch_new_repos) watch_as_team(tx, team.id, repository_id);
}

void take_from_team(const api::Site& site, db::Transaction& tx, const StoredTeam& team, std::int64_t repository_id)
{
    if (team.includes_all_repositories) return;
    tx.run("DELETE FROM team_repository WHERE team_id = $1 AND repository_id = $2", team.id, repository_id);
    for (const auto account_id : tx.all<std::int64_t>("SELECT account_id FROM team_member WHERE team_id = $1", team.id))
        site.events.tell(tx,
                         events::AccessLost{.account_id = account_id,
                                            .repository_id = repository_id,
                                            .owner_id = team.organization_id});
}

Result<std::vector<StoredTeam>> teams_of(const Call& call, const RepositoryContext& place)
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
    return call.db().all<StoredTeam>(query);
}

Result<StoredTeam> find_team_of(const Call& call, const RepositoryContext& place, const std::string& name)
{
    TRY(check_has_teams(place));
    auto team = TRY(team_named(call, place, name));
    if (!has_repository(call.db(), team.id, place.repository.id) || !knows_team(call, place, team))
        return not_found("the team");
    return team;
}

Result<void> add_team(const Call& call, const RepositoryContext& place, const std::string& name)
{
    TRY(check_changes_teams(call, place));
    const auto team = TRY(team_named(call, place, name));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (has_repository(tx, team.id, place.repository.id))
            return fail(Errc::unprocessable, "the team has the repository already");
        give_to_team(call.site, tx, team, place.repository.id);
        return {};
    });
}

Result<void> remove_team(const Call& call, const RepositoryContext& place, const std::string& name)
{
    TRY(check_changes_teams(call, place));
    const auto team = TRY(team_named(call, place, name));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (!has_repository(tx, team.id, place.repository.id))
            return fail(Errc::unprocessable, "the team does not have the repository");
        take_from_team(call.site, tx, team, place.repository.id);
        return {};
    });
}

Result<TeamRepository> find_repository_of(const Call& call, const TeamAndOrganization& found,
                                          const std::string& owner_name, const std::string& name)
{
    const auto owner = accounts::find_account(call.db(), owner_name);
    if (!owner || owner->id != found.organization.id) return not_found("the repository");
    auto repository = find_repository(call.db(), owner->id, name);
    if (!repository) return not_found("the repository");
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
    if (!access.sees()) return not_found("the repository");
    return TeamRepository{std::move(*repository), access};
}

Page<std::int64_t> repositories_of(const View& view, const StoredTeam& team, const Paging& paging)
{
    db::Composition ids("SELECT r.id FROM team_repository tr JOIN repository r ON r.id = tr.repository_id"
                        " WHERE tr.team_id = ");
    ids << bound(team.id) << " AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY r.lower_name, r.id";
    return view.db().page<std::int64_t>(paging, ids);
}

Result<void> give_to_team(const Call& call, const TeamAndOrganization& found, const TeamRepository& target)
{
    TRY(check_changes(call, found, target));
    call.db().write([&](db::Transaction& tx) { give_to_team(call.site, tx, found.team, target.repository.id); });
    return {};
}

Result<void> take_from_team(const Call& call, const TeamAndOrganization& found, const TeamRepository& target)
{
    TRY(check_changes(call, found, target));
    call.db().write([&](db::Transaction& tx) { take_from_team(call.site, tx, found.team, target.repository.id); });
    return {};
}

} // namespace cairn::repositories
