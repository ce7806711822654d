// The work of a merge queue: one job for the queue of a branch, run by one node at a time.
//
// What a look does: those who may not be merged any more leave. The next few are merged in memory, each on top of the
// one before it, and what came of that is put on a branch of its own, where it is checked. The first of them is judged
// alone, for what is behind it was made with it: if its checks pass, the base branch moves to exactly its commit; if
// one fails, or they take too long, it leaves and the others are made anew without it.
#pragma once

#include "api/call.hpp"
#include "jobs/job.hpp"

namespace cairn::pulls {

// Its owner is the repository's id, its key the branch.
inline constexpr std::string_view merge_queue_job = "merge_queue";
Result<jobs::Outcome> work_on_queue(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> merge_queue_kind{
    .name = merge_queue_job,
    .handler = &work_on_queue,
    .concurrency = 2,
    .order = jobs::Order::merged,
    .retry = {.first_pause = 5, .longest_pause = 300, .most_attempts = 0}};

// Has the queue looked at, later: checks that never come tell nobody. A kind of its own, so that whoever has news is
// not behind one that waits.
inline constexpr std::string_view merge_queue_clock_job = "merge_queue_clock";
Result<jobs::Outcome> look_again(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> merge_queue_clock_kind{
    .name = merge_queue_clock_job, .handler = &look_again, .order = jobs::Order::merged};

} // namespace cairn::pulls
