#include "organizations/membership.hpp"

#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::organizations {

namespace {

// Whoever has left the last team is no member any more.
void drop_if_teamless(db::Transaction& tx, std::int64_t organization_id, std::int64_t account_id)
{
    tx.run("DELETE FROM organization_member WHERE organization_id = $1 AND account_id = $2 AND NOT EXISTS"
           " (SELECT 1 FROM team_member tm JOIN team t ON t.id = tm.team_id"
           " WHERE tm.account_id = $2 AND t.organization_id = $1)",
           organization_id, account_id);
}

void tell_access_lost(db::Transaction& tx, const events::Bus& bus, std::int64_t organization_id,
                      std::int64_t account_id)
{
    bus.tell(tx, events::AccessLost{.account_id = account_id, .owner_id = organization_id});
}

bool is_last_owner(db::Transaction& tx, std::int64_t organization_id, std::int64_t account_id)
{
    return access::standing_in(tx, organization_id, account_id) == access::Standing::owner
        && tx.scalar<std::int64_t>("SELECT count(*) AS value FROM team t JOIN team_member tm ON tm.team_id = t.id"
                                   " WHERE t.organization_id = $1 AND t.permission = 'owner'",
                                   organization_id)
        <= 1;
}

std::unexpected<Error> last_owner()
{
    return fail(Errc::unprocessable, "the last owner cannot leave; make somebody else an owner first");
}

std::vector<std::int64_t> members_of(db::Transaction& tx, const StoredTeam& team)
{
    return tx.all<std::int64_t>("SELECT account_id FROM team_member WHERE team_id = $1", team.id);
}

} // namespace

void join_team(db::Transaction& tx, const StoredTeam& team, std::int64_t account_id, bool shown)
{
    tx.run("INSERT INTO team_member (team_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", team.id, account_id);
    tx.run("INSERT INTO organization_member (organization_id, account_id, is_public) VALUES ($1, $2, $3)"
           " ON CONFLICT DO NOTHING",
           team.organization_id, account_id, shown);
}

Result<void> leave_team(db::Transaction& tx, const events::Bus& bus, const StoredTeam& team, std::int64_t account_id)
{
    if (team.is_of_owners() && is_last_owner(tx, team.organization_id, account_id)) return last_owner();
    if (tx.run("DELETE FROM team_member WHERE team_id = $1 AND account_id = $2", team.id, account_id) == 0) return {};
    drop_if_teamless(tx, team.organization_id, account_id);
    tell_access_lost(tx, bus, team.organization_id, account_id);
    return {};
}

Result<void> remove_member(db::Transaction& tx, const events::Bus& bus, std::int64_t organization_id,
                           std::int64_t account_id)
{
    if (is_last_owner(tx, organization_id, account_id)) return last_owner();
    const auto seats = tx.run("DELETE FROM team_member WHERE account_id = $1"
                              " AND team_id IN (SELECT id FROM team WHERE organization_id = $2)",
                              account_id, organization_id);
    if (seats == 0) return {};
    drop_if_teamless(tx, organization_id, account_id);
    tell_access_lost(tx, bus, organization_id, account_id);
    return {};
}

Result<void> delete_team(db::Transaction& tx, const events::Bus& bus, const StoredTeam& team)
{
    if (team.is_of_owners()) return fail(Errc::unprocessable, "the team of owners cannot be deleted");
    const auto members = members_of(tx, team);
    tx.run("DELETE FROM team WHERE id = $1", team.id);
    tx.run("DELETE FROM organization_member WHERE organization_id = $1 AND NOT EXISTS"
           " (SELECT 1 FROM team_member tm JOIN team t ON t.id = tm.team_id"
           " WHERE tm.account_id = organization_member.account_id AND t.organization_id = $1)",
           team.organization_id);
    for (const auto account_id : members) tell_access_lost(tx, bus, team.organization_id, account_id);
    return {};
}

void change_team(db::Transaction& tx, const events::Bus& bus, const StoredTeam& before, const StoredTeam& after)
{
    save_team(tx, after);
    const bool lost = (before.rights().levels | after.rights().levels) != after.rights().levels;
    if (!lost) return;
    for (const auto account_id : members_of(tx, after)) tell_access_lost(tx, bus, after.organization_id, account_id);
}

} // namespace cairn::organizations
