// What the post-push worker does for pull requests (repositories/references/post_push_worker.hpp).
#pragma once

#include "api/call.hpp"
#include "jobs/job.hpp"

namespace cairn::pulls {

// Looks at some of those whose branches in the repository have moved. False when there was nothing to do.
Result<bool> follow_next(const api::Site&, std::int64_t repository_id);

// Looks once more at one of which git could not tell. Its key is the id. One that stays so counts as a
// conflict.
inline constexpr std::string_view follow_again_job = "follow_pull_again";
Result<jobs::Outcome> follow_again(const api::Site&, const jobs::Job&, const std::stop_token&);
void give_up_following(const api::Site&, db::Transaction&, const jobs::Job&);
inline constexpr jobs::KindOf<api::Site> follow_again_kind{
    .name = follow_again_job,
    .handler = &follow_again,
    .order = jobs::Order::merged,
    .retry = {.first_pause = 30, .longest_pause = 600, .most_attempts = 6},
    .give_up = &give_up_following};

// Removes the reference of one that was deleted.
Result<bool> remove_next_head(const api::Site&, std::int64_t repository_id);

} // namespace cairn::pulls
