// Who is in an organization. People join and leave teams; being a member follows from that, and is kept with it here.
// Whoever leaves is told to the rooms above as events::AccessLost, once out of the team or of all of them.
#pragma once

#include "organizations/team.hpp"

namespace cairn::events {
class Bus;
} // namespace cairn::events

namespace cairn::organizations {

// Puts somebody into a team; once is enough. `shown` is whether the public sees a new member.
void join_team(db::Transaction&, const StoredTeam&, std::int64_t account_id, bool shown);

// Takes somebody out of a team, and out of the organization if it was the last one; nothing happens to whoever was not
// in it. Errc::unprocessable for the last owner.
Result<void> leave_team(db::Transaction&, const events::Bus&, const StoredTeam&, std::int64_t account_id);

// Takes somebody out of every team and so out of the organization. Errc::unprocessable for the last owner.
Result<void> remove_member(db::Transaction&, const events::Bus&, std::int64_t organization_id, std::int64_t account_id);

// Its members who are in no other team leave the organization. Errc::unprocessable for the team of owners.
Result<void> delete_team(db::Transaction&, const events::Bus&, const StoredTeam&);

// Writes a team back as save_team() does. Members of one that may do less than `before` have lost access.
void change_team(db::Transaction&, const events::Bus&, const StoredTeam& before, const StoredTeam& after);

} // namespace cairn::organizations
