// What a run and a job consist of beside their rows: attempts, the task that does a job, and its steps.
#pragma once

#include "actions/log.hpp"
#include "actions/run.hpp"

namespace cairn::actions {

struct JobTask : StoredLog {
    std::int64_t runner_id = 0;
    std::string runner_name;
    Status status = Status::running;
    Time started_at;
    Time stopped_at;
};
BOOST_DESCRIBE_STRUCT(JobTask, (StoredLog), (runner_id, runner_name, status, started_at, stopped_at))

struct JobStep {
    std::int64_t number = 0; // from 0
    std::string name;
    Status status = Status::waiting;
    Time started_at;
    Time stopped_at;
    std::int64_t log_index = 0; // the rows of the log that are its own
    std::int64_t log_length = 0;
};
BOOST_DESCRIBE_STRUCT(JobStep, (), (number, name, status, started_at, stopped_at, log_index, log_length))

// Nothing as long as no runner has the job.
std::optional<JobTask> task_of(db::Queries&, const StoredJob&);
std::vector<JobStep> steps_of(db::Queries&, std::int64_t task_id);         // in order
std::vector<StoredAttempt> attempts_of(db::Queries&, std::int64_t run_id); // the first one first
// The number of the pull request that a run is about; 0: none.
std::int64_t pull_number_of(db::Queries&, const StoredRun&);

} // namespace cairn::actions
