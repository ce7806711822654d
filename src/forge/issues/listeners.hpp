// What this room does when something has happened elsewhere. app/consequences.cpp lets it hear of that.
#pragma once

#include "events/events.hpp"

namespace cairn::issues {

// Gives a new repository the set of labels that was chosen for it, and those of its template.
void begin_with_labels(db::Transaction&, const events::RepositoryCreated&);

// Whoever closes an issue works on it no longer.
void stop_watch_on_close(db::Transaction&, const events::IssueStateChanged&);

// An organization's labels stay with the organization.
void drop_labels_of_old_owner(db::Transaction&, const events::RepositoryGivenAway&);

// So do the cards on its boards.
void drop_cards_of_old_owner(db::Transaction&, const events::RepositoryGivenAway&);

// What needs a right is nobody's to do who has lost it.
void drop_lost_assignments(db::Transaction&, const events::AccessLost&);

// Neither of the two has anything to do in the other's repositories.
void part_assignees(db::Transaction&, const events::AccountBlocked&);

// Labels and milestones go before the issues that they count.
void forget_repository(db::Transaction&, const events::RepositoryDeleted&);

} // namespace cairn::issues
