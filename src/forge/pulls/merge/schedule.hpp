// Merges that wait until what the base branch's rule demands is there.
#pragma once

#include "issues/changes.hpp"
#include "jobs/job.hpp"
#include "pulls/merge/merging.hpp"

namespace cairn::events {
struct PullPushed;
struct PullRetargeted;
} // namespace cairn::events

namespace cairn::pulls {

// It runs with the rights of who has scheduled it. Errc::conflict if one is scheduled already.
Result<> schedule_merge(const api::Site&, const Known&, const Merger&, const MergeWish&);

// Who has scheduled a merge; nothing if nobody has.
std::optional<std::int64_t> find_scheduler(db::Queries&, std::int64_t issue_id);
void cancel_schedule(const issues::Change&);

// What waits runs with the rights of who has scheduled it, and for what there was then: other commits, or another base,
// by somebody who may not merge themselves, call it off.
void cancel_schedule_with_push(db::Transaction&, const events::Bus&, const events::PullPushed&);
void cancel_schedule_with_base(db::Transaction&, const events::Bus&, const events::PullRetargeted&);

// Something has happened that a scheduled merge may wait for: a check has succeeded, somebody has approved. A job
// tries it after the transaction.
void look_at_schedule_of(db::Transaction&, std::int64_t issue_id);

// The job that tries one that may be possible now. Its key is the issue's id. Twice is as good as once: what is merged
// is not merged again.
inline constexpr std::string_view scheduled_merge_job = "scheduled_merge";
Result<jobs::Outcome> merge_scheduled(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> scheduled_merge_kind{.name = scheduled_merge_job,
                                                              .handler = &merge_scheduled,
                                                              .concurrency = 2,
                                                              .order = jobs::Order::merged,
                                                              .retry = {.first_pause = 5, .longest_pause = 300}};

} // namespace cairn::pulls
