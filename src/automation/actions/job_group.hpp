// Groups of jobs (`concurrency` of a job): one of a group is on its way, and one waits for its turn.
#pragma once

#include <set>

#include "actions/progress.hpp"

namespace cairn::actions {

// The job, which needs nothing else any more, comes to its group: whoever has waited there is cancelled, and whoever is
// at work if the job says so. It is held if another is still at work. `jobs` are those of the run, and say which of
// them were cancelled.
struct Displaced {
    bool own = false;              // another job of the same run was cancelled
    std::set<std::int64_t> runs{}; // others that have lost a job: settle() comes later, when this run is settled
};
Displaced take_place_in_group(const Stage&, const StoredRun&, std::vector<StoredJob>& jobs, StoredJob&);

// Where jobs of a run are over, those of their groups that were held go on.
void let_next_jobs_go_on(const Stage&, const std::vector<StoredJob>& jobs);

} // namespace cairn::actions
