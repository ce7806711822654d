// Merges that wait until what the base branch's rule demands is there.
#pragma once

#include "issues/changes.hpp"
#include "pulls/merge/merging.hpp"

namespace cairn::pulls {

// It runs with the rights of who has scheduled it. Errc::conflict if one is scheduled already.
Result<> schedule_merge(const api::Site&, const Known&, const Merger&, const MergeWish&);

// Who has scheduled a merge; nothing if nobody has.
std::optional<std::int64_t> find_scheduler(db::Queries&, std::int64_t issue_id);
void cancel_schedule(const issues::Change&);

// Something has happened that a scheduled merge may wait for: a check has succeeded, somebody has approved. The
// bookkeeper has to be woken when the transaction is over.
void look_at_schedule_of(db::Transaction&, std::int64_t issue_id);

// A chore of the bookkeeper's: tries one that may be possible now. False when there was none.
bool merge_next_scheduled(const api::Site&);

} // namespace cairn::pulls
