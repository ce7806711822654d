// What this room does when something has happened elsewhere. app/consequences.cpp lets it hear of that.
#pragma once

#include "events/events.hpp"

namespace cairn::repositories {

// Whoever sees a repository no longer does not watch it either.
void drop_lost_watches(db::Transaction&, const events::AccessLost&);

// Whoever comes into a team watches what it has.
void watch_with_team(db::Transaction&, const events::TeamJoined&);

// Takes back what the account has added to the counts of others' repositories, and its transfers.
void forget_account(db::Transaction&, const events::AccountDeleted&);

// Ends what one of the two has in the other's repositories.
void part_accounts(db::Transaction&, const events::AccountBlocked&);

} // namespace cairn::repositories
