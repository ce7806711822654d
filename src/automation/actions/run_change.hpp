// What people do with runs: cancel, run again, approve, delete. Nothing is decided by a run that was read before: it
// may be over meanwhile. Each finds the run, and the job, in the repository: Errc::not_found.
#pragma once

#include "actions/run.hpp"

namespace cairn::actions {

// At once: no runner is waited for. Errc::conflict for a run that is over.
Result<StoredRun> cancel_run(const api::Call&, const RepositoryContext&, std::int64_t run_id);

// A new attempt of the caller's: of all jobs; of those that did not succeed, and all that wait for them; or of one job
// and all that wait for it, and then it is that job's new id. Errc::bad_request for a run that is not over, whose
// workflow is switched off, that was run too often, or of which no job has failed.
Result<StoredRun> rerun_all(const api::Call&, const RepositoryContext&, std::int64_t run_id);
Result<StoredRun> rerun_failed(const api::Call&, const RepositoryContext&, std::int64_t run_id);
Result<std::int64_t> rerun_job(const api::Call&, const RepositoryContext&, std::int64_t run_id, std::int64_t job_id);

// Lets it begin; the first who approves it is the one who did. Errc::conflict for a run that waits for nobody.
Result<StoredRun> approve_run(const api::Call&, const RepositoryContext&, std::int64_t run_id);

// With its jobs, logs and artifacts. Errc::bad_request for a run that is not over.
Result<void> delete_run(const api::Call&, const RepositoryContext&, std::int64_t run_id);

} // namespace cairn::actions
