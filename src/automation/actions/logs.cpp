// What jobs have said: as text, and all jobs of a run together.
#include "actions/log_files.hpp"
#include "actions/tables.hpp"
#include "api/call.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct LogPath {
    std::int64_t job_id = 0;
};
BOOST_DESCRIBE_STRUCT(LogPath, (), (job_id))
constexpr auto notes(const LogPath*) { return std::array{Note{"job_id", "the id of the job"}}; }

Result<Raw> of_job(Call& call, const RepositoryContext& place, Path<LogPath> path)
{
    return log_of_job(call, place, path->job_id);
}

Result<Raw> of_run(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return logs_of_run(call, place, path->run);
}

// clang-format off
constexpr Operation log_operations[] = {
    {GET, "/repos/{owner}/{repo}/actions/jobs/{job_id}/logs", scope::repository, reads_actions_signed_in, handle<of_job>, 200, "downloadActionsRunJobLogs", "Get what a job has said", {400}, {}, "text/plain"},
    {GET, "/repos/{owner}/{repo}/actions/runs/{run}/logs",    scope::repository, reads_actions_signed_in, handle<of_run>, 200, "getWorkflowRunLogs",        "Get what all jobs of a run have said, as a zip archive", {}, {}, "application/zip"},
};
// clang-format on
static_assert(well_formed(log_operations));

} // namespace

const Table log_table{"repository", log_operations};

} // namespace cairn::actions
