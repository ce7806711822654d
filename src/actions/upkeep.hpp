// Tasks of upkeep: what nobody ends ends here.
#pragma once

#include <stop_token>

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::actions {

// Runners that have not been heard of for ten minutes do not finish their tasks any more.
void stop_lost_tasks(const api::Site&, const std::stop_token&);
// No task takes longer than three hours.
void stop_endless_tasks(const api::Site&, const std::stop_token&);
// No job waits longer than a day for a runner, or for what it needs.
void cancel_abandoned_jobs(const api::Site&, const std::stop_token&);
// Logs are kept for a year; artifacts as long as they say.
void forget_old(const api::Site&, const std::stop_token&);

} // namespace cairn::actions
