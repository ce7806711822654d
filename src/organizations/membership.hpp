// Who is in an organization. People join and leave teams; being a member follows from that, and is kept with it here.
#pragma once

#include "organizations/team.hpp"

namespace cairn::organizations {

// Puts somebody into a team; once is enough. `shown` is whether the public sees a new member.
void join_team(db::Transaction&, const StoredTeam&, std::int64_t account_id, bool shown);

// Takes somebody out of a team, and out of the organization if it was the last one; nothing happens to whoever was not
// in it. Errc::unprocessable for the last owner.
Result<void> leave_team(db::Transaction&, const StoredTeam&, std::int64_t account_id);

// Takes somebody out of every team and so out of the organization. Errc::unprocessable for the last owner.
Result<void> remove_member(db::Transaction&, std::int64_t organization_id, std::int64_t account_id);

// Its members who are in no other team leave the organization. Errc::unprocessable for the team of owners.
Result<void> delete_team(db::Transaction&, const StoredTeam&);

// What a room above wants to be done when somebody has left an organization: give up what only a member may hold, such
// as watching or being assigned in private repositories. It is called in the transaction that the leaving happens in,
// when the account is in no team of the organization any more.
using Farewell = void (*)(db::Transaction&, std::int64_t organization_id, std::int64_t account_id);

// For the application alone, before the server starts (src/app/catalog.cpp has the list).
void set_farewells(std::span<const Farewell>);

} // namespace cairn::organizations
