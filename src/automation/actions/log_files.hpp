// Logs as files: what one job has said as text, and all jobs of a run as an archive.
#pragma once

#include "actions/run.hpp"

namespace cairn::actions {

// Errc::not_found where there is none, or none any more.
Result<api::Raw> log_of_job(const api::Call&, const RepositoryContext&, std::int64_t job_id);
Result<api::Raw> logs_of_run(const api::Call&, const RepositoryContext&, std::int64_t run_id);

} // namespace cairn::actions
