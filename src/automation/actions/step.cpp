#include "actions/step.hpp"

#include "db/database.hpp"

namespace cairn::actions {

std::optional<JobTask> task_of(db::Queries& db, const StoredJob& job)
{
    if (job.task_id == 0) return {};
    return db.first<JobTask>("SELECT id, log_rows, log_size, log_kept, log_packed, runner_id, runner_name, status,"
                             " started_at, stopped_at FROM action_task WHERE id = $1",
                             job.task_id);
}

std::vector<JobStep> steps_of(db::Queries& db, std::int64_t task_id)
{
    return db.all<JobStep>("SELECT number, name, status, started_at, stopped_at, log_index, log_length"
                           " FROM action_step WHERE task_id = $1 ORDER BY number",
                           task_id);
}

std::vector<StoredAttempt> attempts_of(db::Queries& db, std::int64_t run_id)
{
    return db.all<StoredAttempt>("SELECT * FROM action_attempt WHERE run_id = $1 ORDER BY number", run_id);
}

std::int64_t pull_number_of(db::Queries& db, const StoredRun& run)
{
    if (run.pull_id == 0) return 0;
    return db.first<std::int64_t>("SELECT number FROM issue WHERE id = $1", run.pull_id).value_or(0);
}

} // namespace cairn::actions
