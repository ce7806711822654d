// Repositories elsewhere that follow one of ours: told after pushes, by the schedule, and when somebody asks.
#pragma once

#include <stop_token>

#include "jobs/job.hpp"
#include "mirrors/push_mirror.hpp"
#include "remotes/remote_jobs.hpp"
#include "repositories/repository.hpp"

namespace cairn::events {
struct Pushed;
} // namespace cairn::events

namespace cairn::mirrors {

// All of a repository, as soon as somebody has time.
void ask_for_pushes(db::Transaction&, std::int64_t repository_id);

// What follows a push to the repository.
void follow_push(db::Transaction&, const events::Pushed&);

Result<jobs::Outcome> run_push_job(const api::Site&, const jobs::Job&, const std::stop_token&);
void give_up_push_job(const api::Site&, db::Transaction&, const jobs::Job&);
// Its key is the mirror's id. What the other server has refused waits for the mirror's next time.
inline constexpr jobs::KindOf<api::Site> push_kind{.name = "push_mirror",
                                                   .handler = &run_push_job,
                                                   .concurrency = remotes::jobs_at_once,
                                                   .order = jobs::Order::merged,
                                                   .lane = jobs::Lane::elsewhere,
                                                   .retry = {.most_attempts = 3},
                                                   .give_up = &give_up_push_job,
                                                   .of_one_owner = remotes::jobs_of_one_owner};

// Those of both kinds whose time has come wait to be done, and get their next time.
void mark_due(db::Transaction&, Time now);
// The same for cron.
void take_up_due(const api::Site&, const std::stop_token&);

} // namespace cairn::mirrors
