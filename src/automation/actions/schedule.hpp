// Workflows that are due at certain times.
#pragma once

#include <stop_token>

#include "actions/workflow_files.hpp"

namespace cairn::actions {

struct ScheduledFile {
    std::string file;
    std::string spec; // a line of cron
};

// The times of the workflows of a default branch, in place of those it had.
void keep_schedules(db::Transaction&, std::int64_t repository_id, const std::vector<ScheduledFile>&,
                    std::int64_t actor_id);

// A task of upkeep: notes what is due. What was due several times meanwhile runs once.
void start_due(const api::Site&, const std::stop_token&);

} // namespace cairn::actions
