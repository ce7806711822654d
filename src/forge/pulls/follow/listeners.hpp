// What this room does when something has happened elsewhere. app/consequences.cpp lets it hear of that.
#pragma once

#include "events/events.hpp"

namespace cairn::pulls {

// Notes which branches have moved, for follow_next() (chores.hpp). With a branch, what leads from it or to it ends.
void follow_branches(db::Transaction&, const events::Bus&, const events::Pushed&);

void rename_branch(db::Transaction&, const events::BranchRenamed&);

// What came from a fork stays, without it, and cannot go on.
void close_with_head(db::Transaction&, const events::Bus&, const events::RepositoryDeleted&);

// With a pull request goes the reference to its head; remove_next_head() (chores.hpp) sees to it.
void doom_head(db::Transaction&, const events::IssueDeleted&);

// A merge that is scheduled may be possible now.
void look_at_schedule(db::Transaction&, const events::StatusReported&);
void look_at_schedule_by_rules(db::Transaction&, const events::BranchRulesChanged&);
void look_at_schedule_after_push(db::Transaction&, const events::PullPushed&);

} // namespace cairn::pulls
