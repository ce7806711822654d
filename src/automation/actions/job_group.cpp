#include "actions/job_group.hpp"

#include <algorithm>

#include "db/database.hpp"

namespace cairn::actions {

namespace {

bool is_free(const Stage& stage, const StoredJob& job)
{
    return !stage.tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM action_job WHERE repository_id = $1"
                                  " AND concurrency_group = $2 AND id <> $3 AND status IN ('waiting', 'running',"
                                  " 'cancelling')) AS value",
                                  job.repository_id, job.concurrency_group, job.id);
}

void hold(const Stage& stage, StoredJob& job, bool held)
{
    if (job.held == held) return;
    job.held = held;
    stage.tx.run("UPDATE action_job SET held = $2 WHERE id = $1", job.id, held);
}

} // namespace

Displaced take_place_in_group(const Stage& stage, const StoredRun& run, std::vector<StoredJob>& jobs, StoredJob& job)
{
    Displaced displaced;
    // One that is held has made its room already.
    if (!job.held) {
        static constexpr auto sql = "SELECT " + job_columns
            + " FROM action_job j WHERE j.repository_id = $1 AND j.concurrency_group = $2 AND j.id <> $3"
              " AND ((j.status = 'blocked' AND j.held) OR ($4 AND j.status IN ('waiting', 'running', 'cancelling')))"
              " ORDER BY j.id";
        for (auto& other :
             stage.tx.all<StoredJob>(sql.text, job.repository_id, job.concurrency_group, job.id, job.cancels_group)) {
            if (const auto own = std::ranges::find(jobs, other.id, &StoredJob::id); own != jobs.end()) {
                cancel_job(stage, run, *own);
                displaced.own = true;
            } else {
                cancel_job(stage, find_run(stage.tx, other.run_id).value(), other);
                displaced.runs.insert(other.run_id);
            }
        }
    }
    hold(stage, job, !is_free(stage, job));
    return displaced;
}

void let_next_jobs_go_on(const Stage& stage, const std::vector<StoredJob>& jobs)
{
    std::set<std::string_view> groups;
    for (const auto& job : jobs)
        if (is_over(job.status) && !job.concurrency_group.empty() && groups.insert(job.concurrency_group).second) {
            const auto next = stage.tx.first<std::int64_t>(
                "SELECT run_id FROM action_job WHERE repository_id = $1 AND concurrency_group = $2"
                " AND status = 'blocked' AND held AND NOT EXISTS (SELECT 1 FROM action_job w WHERE"
                " w.repository_id = $1 AND w.concurrency_group = $2 AND w.status IN ('waiting', 'running',"
                " 'cancelling')) ORDER BY id LIMIT 1",
                job.repository_id, job.concurrency_group);
            if (next) settle(stage, *next);
        }
}

} // namespace cairn::actions
