#include "organizations/team.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::organizations {

namespace {

void give_all_repositories(db::Transaction& tx, const StoredTeam& team)
{
    tx.run("INSERT INTO team_repository (team_id, repository_id)"
           " SELECT $1, r.id FROM repository r WHERE r.owner_id = $2 ON CONFLICT DO NOTHING",
           team.id, team.organization_id);
}

} // namespace

TeamRights TeamRights::everywhere(Level level)
{
    // Whoever administers everything is not held up by what an owner alone may do with a repository.
    return {.permission = level, .levels = Levels::everywhere(level == Level::admin ? Level::owner : level)};
}

TeamRights TeamRights::of_owners()
{
    TeamRights rights = everywhere(Level::owner);
    for (std::size_t i = 0; i < access::unit_count; ++i) rights.named.set(static_cast<Unit>(i), true);
    // What lies outside of Cairn can be looked at and nothing else.
    rights.levels.set(Unit::ext_issues, Level::read);
    rights.levels.set(Unit::ext_wiki, Level::read);
    return rights;
}

Team show_team(const StoredTeam& stored)
{
    Team team{.id = stored.id,
              .name = stored.name,
              .description = stored.description,
              .organization = {},
              .includes_all_repositories = stored.includes_all_repositories,
              .permission = stored.permission,
              .units = {},
              .units_map = {},
              .can_create_org_repo = stored.can_create_org_repo,
              .visibility = stored.visibility};
    if (stored.permission != Level::none && !stored.is_of_owners()) return team;
    const TeamRights rights = stored.rights();
    team.units.emplace();
    team.units_map.emplace();
    for (std::size_t i = 0; i < access::unit_count; ++i) {
        const auto unit = static_cast<Unit>(i);
        if (!rights.named.has(unit)) continue;
        team.units->emplace_back(word_of(unit));
        team.units_map->emplace(word_of(unit), word_of(rights.levels.on(unit)));
    }
    return team;
}

Team show_team(const StoredTeam& stored, const StoredOrganization& organization, const api::Caller& caller,
               const config::Settings& settings)
{
    Team team = show_team(stored);
    team.organization = show_organization(organization, caller, settings);
    return team;
}

NewTeam owners_team()
{
    return {.name = "Owners",
            .rights = TeamRights::of_owners(),
            .includes_all_repositories = true,
            .can_create_org_repo = true,
            .visibility = Visibility::limited};
}

Result<void> check_team_name(std::string_view name)
{
    const auto allowed = [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '.';
    };
    // In an address they would not be names.
    if (name == "." || name == "..") return fail(Errc::unprocessable, "a team cannot be named '.' or '..'");
    if (name.empty() || name.size() > 255 || !std::ranges::all_of(name, allowed))
        return fail(Errc::unprocessable, "a team's name consists of at most 255 letters, digits, '-', '_' and '.'");
    return {};
}

std::optional<StoredTeam> find_team(db::Queries& db, std::int64_t id)
{
    return db.first<StoredTeam>("SELECT * FROM team WHERE id = $1", id);
}

bool has_team(db::Queries& db, std::int64_t organization_id, std::string_view name)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM team WHERE organization_id = $1 AND lower_name = $2) AS value",
                           organization_id, text::to_lower(name));
}

StoredTeam create_team(db::Transaction& tx, std::int64_t organization_id, const NewTeam& made)
{
    auto team = tx.one<StoredTeam>(
        "INSERT INTO team (organization_id, name, lower_name, description, permission, levels, units,"
        " includes_all_repositories, can_create_org_repo, visibility)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *",
        organization_id, made.name, text::to_lower(made.name), made.description, made.rights.permission,
        made.rights.levels.stored(), made.rights.named.stored(), made.includes_all_repositories,
        made.can_create_org_repo, made.visibility);
    if (team.includes_all_repositories) give_all_repositories(tx, team);
    return team;
}

void save_team(db::Transaction& tx, const StoredTeam& team)
{
    tx.run("UPDATE team SET name = $2, lower_name = $3, description = $4, permission = $5, levels = $6, units = $7,"
           " includes_all_repositories = $8, can_create_org_repo = $9, visibility = $10 WHERE id = $1",
           team.id, team.name, text::to_lower(team.name), team.description, team.permission, team.levels, team.units,
           team.includes_all_repositories, team.can_create_org_repo, team.visibility);
    if (team.includes_all_repositories) give_all_repositories(tx, team);
}

} // namespace cairn::organizations

template <> const cairn::Type& cairn::type_of<cairn::organizations::Team>()
{
    return detail::type<cairn::organizations::Team>;
}
