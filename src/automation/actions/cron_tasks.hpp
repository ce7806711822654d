// Tasks of upkeep: what nobody ends ends here.
#pragma once

#include <stop_token>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::actions {

// Tasks of runners that have not been heard of for [actions] ZOMBIE_TASK_TIMEOUT have failed; where they were asked to
// stop, they have.
void stop_lost_tasks(const api::Site&, const std::stop_token&);
// No task takes longer than ENDLESS_TASK_TIMEOUT.
void stop_endless_tasks(const api::Site&, const std::stop_token&);
// No job waits longer than ABANDONED_JOB_TIMEOUT for a runner.
void cancel_abandoned_jobs(const api::Site&, const std::stop_token&);
// Logs are kept for LOG_RETENTION_DAYS; artifacts as long as they say.
void forget_old(const api::Site&, const std::stop_token&);

} // namespace cairn::actions
