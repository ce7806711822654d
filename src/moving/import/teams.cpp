// Teams of organizations with their rights, who is in them, and which repositories they have.
#include "base/text.hpp"
#include "import/kinds.hpp"
#include "import/units.hpp"
#include "organizations/membership.hpp"
#include "organizations/team.hpp"

namespace cairn::import {

using organizations::TeamRights;

namespace {

struct TeamRow {
    std::int64_t id = 0;
    std::int64_t org_id = 0;
    std::string name;
    std::string description;
    std::int64_t authorize = 0;
    bool includes_all_repositories = false;
    bool can_create_org_repo = false;
    std::string visibility;
};
BOOST_DESCRIBE_STRUCT(TeamRow, (),
                      (id, org_id, name, description, authorize, includes_all_repositories, can_create_org_repo,
                       visibility))

constexpr std::int64_t no_mode = -1;

struct TeamUnitRow {
    std::int64_t type = 0;
    std::int64_t access_mode = no_mode;
};
BOOST_DESCRIBE_STRUCT(TeamUnitRow, (), (type, access_mode))

struct SeatRow {
    std::int64_t id = 0;
    std::int64_t team_id = 0;
    std::int64_t uid = 0;
};
BOOST_DESCRIBE_STRUCT(SeatRow, (), (id, team_id, uid))

struct MemberRow {
    std::int64_t id = 0;
    std::int64_t uid = 0;
    std::int64_t org_id = 0;
    bool is_public = false;
};
BOOST_DESCRIBE_STRUCT(MemberRow, (), (id, uid, org_id, is_public))

struct TeamRepositoryRow {
    std::int64_t id = 0;
    std::int64_t team_id = 0;
    std::int64_t repo_id = 0;
};
BOOST_DESCRIBE_STRUCT(TeamRepositoryRow, (), (id, team_id, repo_id))

TeamRights rights_of(Batch& batch, const TeamRow& row)
{
    if (!is_mode(row.authorize)) {
        batch.note("moved without any rights: its level is none that there is", row.name);
        return {};
    }
    const auto whole = level_of_mode(row.authorize);
    if (whole == access::Level::owner) return TeamRights::of_owners();
    if (whole == access::Level::admin) return TeamRights::everywhere(whole);
    TeamRights rights;
    if (!batch.move().source.has("team_unit", "team_id")) return TeamRights::everywhere(whole);
    for (const auto& unit : batch.move().source.where<TeamUnitRow>("team_unit", "team_id", row.id)) {
        const auto known = unit_of_type(unit.type);
        if (!known) continue;
        rights.named.set(*known, true);
        // Until 2022 a unit had the level of its team.
        rights.levels.set(*known, unit.access_mode == no_mode ? whole : level_of_mode(unit.access_mode));
        if (unit.access_mode != no_mode && !is_mode(unit.access_mode))
            batch.note("moved without its rights to a unit: their level is none that there is",
                       row.name + ": " + std::string(word_of(*known)));
    }
    return rights;
}

// As a word or as a number; older servers have none, and show teams to those who are in them.
config::Visibility visibility_of(const TeamRow& row)
{
    using enum config::Visibility;
    if (row.visibility == "public" || row.visibility == "0") return public_;
    if (row.visibility == "limited" || row.visibility == "1") return limited;
    const bool of_owners = level_of_mode(row.authorize) == access::Level::owner;
    return row.visibility.empty() && of_owners ? limited : private_;
}

Outcome take_team(Batch& batch, TeamRow& row)
{
    const auto organization = batch.account(row.org_id);
    if (!organization) return refuse("its organization was not moved", row.name);
    const auto lower = text::to_lower(row.name);
    // An organization that was here before has its teams.
    if (const auto here = batch.tx.first<std::int64_t>(
            "SELECT id FROM team WHERE organization_id = $1 AND lower_name = $2", *organization, lower)) {
        batch.remember(row.id, *here);
        return {};
    }
    const auto rights = rights_of(batch, row);
    const auto id = batch.id_for(row.id);
    batch.tx.run("INSERT INTO team (id, organization_id, name, lower_name, description, permission, levels, units,"
                 " includes_all_repositories, can_create_org_repo, visibility)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                 id, *organization, row.name, lower, row.description, rights.permission, rights.levels.stored(),
                 rights.named.stored(), row.includes_all_repositories, row.can_create_org_repo, visibility_of(row));
    batch.remember(row.id, id);
    return {};
}

Outcome take_seat(Batch& batch, SeatRow& row)
{
    const auto team_id = batch.find("teams", row.team_id);
    const auto account = batch.account(row.uid);
    if (!team_id || !account) return refuse("the team or the account was not moved", {});
    const auto team = organizations::find_team(batch.tx, *team_id);
    if (!team) return refuse("the team or the account was not moved", {});
    organizations::join_team(batch.tx, *team, *account, false);
    return {};
}

Outcome take_member(Batch& batch, MemberRow& row)
{
    const auto account = batch.account(row.uid);
    const auto organization = batch.account(row.org_id);
    if (!account || !organization) return refuse("the organization or the account was not moved", {});
    if (batch.tx.run("UPDATE organization_member SET is_public = $3 WHERE organization_id = $1 AND account_id = $2",
                     *organization, *account, row.is_public)
        == 0)
        return refuse("a member without a team: here members are those who are in one", {});
    return {};
}

Outcome take_repository(Batch& batch, TeamRepositoryRow& row)
{
    const auto team = batch.find("teams", row.team_id);
    const auto repository = batch.repository(row.repo_id);
    if (!team || !repository) return refuse("the team or the repository was not moved", {});
    batch.tx.run("INSERT INTO team_repository (team_id, repository_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", *team,
                 *repository);
    return {};
}

} // namespace

const Kind teams_kind{.name = "teams",
                      .table = "team",
                      .here = "team",
                      .ids = Ids::kept,
                      .run = &move_rows<TeamRow, &take_team>,
                      .needed = "id org_id name authorize"};
const Kind seats_kind{.name = "members of teams",
                      .table = "team_user",
                      .run = &move_rows<SeatRow, &take_seat>,
                      .needed = "id team_id uid"};
const Kind members_kind{.name = "members of organizations",
                        .table = "org_user",
                        .run = &move_rows<MemberRow, &take_member>,
                        .needed = "id uid org_id"};
const Kind team_repositories_kind{.name = "repositories of teams",
                                  .table = "team_repo",
                                  .run = &move_rows<TeamRepositoryRow, &take_repository>,
                                  .needed = "id team_id repo_id"};

} // namespace cairn::import
