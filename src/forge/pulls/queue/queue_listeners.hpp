// What the merge queue does when something has happened elsewhere. app/consequences.cpp lets it hear of that.
#pragma once

#include "events/events.hpp"

namespace cairn::pulls {

// A check of a commit that the queue has made has spoken.
void hear_queue_check(db::Transaction&, const events::StatusReported&);

// The rules may no longer want a queue, or demand something else of what is in it.
void hear_queue_rules(db::Transaction&, const events::BranchRulesChanged&);

// The base branch has moved, by whomever.
void hear_queue_push(db::Transaction&, const events::Pushed&);

// It was put there with another head, or another base: it leaves.
void leave_queue_with_push(db::Transaction&, const events::Bus&, const events::PullPushed&);
void leave_queue_with_base(db::Transaction&, const events::Bus&, const events::PullRetargeted&);

// What is closed or merged is in no queue.
void leave_queue_when_closed(db::Transaction&, const events::IssueStateChanged&);

// Nothing is merged for somebody who is gone, and what is behind one that is gone has to be made anew.
void leave_queue_with_account(db::Transaction&, const events::Bus&, const events::AccountDeleted&);
void leave_queue_when_deleted(db::Transaction&, const events::IssueDeleted&);

void rename_queue(db::Transaction&, const events::BranchRenamed&);

} // namespace cairn::pulls
