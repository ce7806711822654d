// What others hear of runs: statuses of the commit, and hooks.
#pragma once

#include "actions/progress.hpp"

namespace cairn::actions {

// The job's state as a status of the commit, for runs that are about a commit of their own: pushes, pull requests,
// releases.
void report_status(const Stage&, const StoredRun&, const StoredJob&);

// A workflow that cannot be run says why, there.
struct BrokenWorkflow {
    std::int64_t repository_id = 0;
    std::int64_t actor_id = 0;
    std::string commit_id{};
    std::string file{};
    std::string event{};
    std::string problem{};
};
void report_broken(const Stage&, const BrokenWorkflow&);

void announce_run(const Stage&, const StoredRun&);
void announce_job(const Stage&, const StoredRun&, const StoredJob&);

} // namespace cairn::actions
