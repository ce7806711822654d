// A run, one of its jobs, one of its attempts; and what a step has said.
#include "actions/log_files.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pages/actions/run_view.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using actions::AttemptPath;
using actions::reads_actions;
using actions::RunPath;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct JobOfRunPath : RunPath {
    std::int64_t job = 0;
};
BOOST_DESCRIBE_STRUCT(JobOfRunPath, (RunPath), (job))
constexpr auto notes(const JobOfRunPath*) { return std::array{Note{"job", "the id of the job"}}; }

struct StepOfJobPath : JobOfRunPath {
    std::string step;
};
BOOST_DESCRIBE_STRUCT(StepOfJobPath, (JobOfRunPath), (step))
constexpr auto notes(const StepOfJobPath*) { return std::array{Note{"step", "the number of the step"}}; }

struct LinesQuery {
    std::int64_t from = 1;
    std::int64_t to = 0; // 0: until the end
    bool times = false;
};
BOOST_DESCRIBE_STRUCT(LinesQuery, (), (from, to, times))

struct ProgressQuery {
    std::int64_t job = 0; // the one that is looked at
};
BOOST_DESCRIBE_STRUCT(ProgressQuery, (), (job))

struct StepLinesView {
    PageHead head{};
    RepositoryPlace place;
    RunSummary run;
    std::int64_t job = 0;
    std::string job_name;
    LogStep step;
    std::int64_t from = 1;
    std::int64_t to = 0;
    Stream<Html> lines{};
};
BOOST_DESCRIBE_STRUCT(StepLinesView, (), (head, place, run, job, job_name, step, from, to, lines))

constexpr std::size_t longest_sought = 200;

Result<void> check_sought(const LogQuery& query)
{
    if (query.q.size() > longest_sought) return fail(Errc::unprocessable, "what is looked for is too long");
    return {};
}

Result<actions::StoredJob> job_of_run(const Call& call, const RepositoryContext& place, const JobOfRunPath& path)
{
    auto job = TRY(actions::find_job(call.db(), place, path.job));
    if (job.run_id != path.run) return not_found("the job");
    return job;
}

Result<RunView> show(Call& call, const RepositoryContext& place, Path<RunPath> path, Query<LogQuery> query)
{
    TRY(check_sought(query.value));
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    return run_view(call, place, run, run.attempt, 0, query.value);
}

Result<RunView> show_attempt(Call& call, const RepositoryContext& place, Path<AttemptPath> path, Query<LogQuery> query)
{
    TRY(check_sought(query.value));
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    if (!actions::find_attempt(call.db(), run.id, path->attempt)) return not_found("the attempt");
    return run_view(call, place, run, path->attempt, 0, query.value);
}

Result<RunView> show_job(Call& call, const RepositoryContext& place, Path<JobOfRunPath> path, Query<LogQuery> query)
{
    TRY(check_sought(query.value));
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    const auto job = TRY(job_of_run(call, place, path.value));
    if (query->follow && !actions::is_over(job.status))
        return elsewhere(Errc::see_other, run_address(place, run.id) + "/jobs/" + std::to_string(job.id) + "/follow");
    auto view = TRY(run_view(call, place, run, job.attempt, job.id, query.value));
    view.head.values.emplace("job_id", std::to_string(job.id));
    return view;
}

// How far it is, for the page of the run while somebody looks at it.
Result<RunView> show_progress(Call& call, const RepositoryContext& place, Path<RunPath> path,
                              Query<ProgressQuery> query)
{
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    return run_view(call, place, run, run.attempt, query->job, {});
}

Result<StepLinesView> show_step(Call& call, const RepositoryContext& place, Path<StepOfJobPath> path,
                                Query<LinesQuery> query)
{
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    const auto job = TRY(job_of_run(call, place, path.value));
    const auto task = actions::task_of(call.db(), job);
    if (!task || task->log_rows == 0) return not_found("a log of the job");
    const auto& in = language_of(call);
    const auto sections = log_sections(in, job, task, actions::steps_of(call.db(), task->id));
    const auto section = std::ranges::find(sections, path->step, [](const LogSection& one) { return one.step.number; });
    if (section == sections.end()) return not_found("the step");
    const auto from = std::clamp<std::int64_t>(query->from, 1, std::max<std::int64_t>(section->step.lines, 1));
    const auto to =
        query->to <= 0 ? section->step.lines : std::clamp(query->to, from, std::max(from, section->step.lines));
    return StepLinesView{
        .head = {.fluid = true, .values = {{"run", std::to_string(run.id)}, {"job_id", std::to_string(job.id)}}},
        .place = repository_place(call, place, RepositoryTab::actions),
        .run = run_summary(call, place, run),
        .job = job.id,
        .job_name = job.name,
        .step = section->step,
        .from = from,
        .to = to,
        .lines = stream_lines_of_step(call.site, *task, *section, from, to, query->times, in)};
}

Result<Raw> send_log(Call& call, const RepositoryContext& place, Path<JobOfRunPath> path)
{
    return actions::log_of_job(call, place, TRY(job_of_run(call, place, path.value)).id);
}

Result<Raw> send_logs(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return actions::logs_of_run(call, place, path->run);
}

constexpr auto& run_page =
    shows<show, "actions/run",
          "GetWorkflowRun listWorkflowRunJobs getArtifactsOfRun cancelWorkflowRun rerunWorkflowRun">;
constexpr auto& attempt_page = shows<show_attempt, "actions/run", "getWorkflowRunAttempt listWorkflowRunAttemptJobs">;
constexpr auto& job_page =
    shows<show_job, "actions/run", "GetWorkflowRun getWorkflowJob listWorkflowRunJobs rerunWorkflowJob">;
constexpr auto& progress_page = shows<show_progress, "actions/progress", "GetWorkflowRun listWorkflowRunJobs">;
constexpr auto& step_page = shows<show_step, "actions/step", "GetWorkflowRun getWorkflowJob">;

// clang-format off
constexpr Operation run_page_operations[] = {
    {GET, "/{owner}/{repo}/actions/runs/{run}",                          scope::none, reads_actions, run_page,          200, "siteRun",        "Show a run"},
    {GET, "/{owner}/{repo}/actions/runs/{run}/progress",                 scope::none, reads_actions, progress_page,     200, "siteRunProgress", "Show how far a run is"},
    {GET, "/{owner}/{repo}/actions/runs/{run}/attempts/{attempt}",       scope::none, reads_actions, attempt_page,      200, "siteRunAttempt", "Show a run as it was in one of its attempts"},
    {GET, "/{owner}/{repo}/actions/runs/{run}/jobs/{job}",               scope::none, reads_actions, job_page,          200, "siteJob",        "Show a job with its log"},
    {GET, "/{owner}/{repo}/actions/runs/{run}/jobs/{job}/steps/{step}",  scope::none, reads_actions, step_page,         200, "siteStep",       "Show lines of a step's log"},
    {GET, "/{owner}/{repo}/actions/runs/{run}/jobs/{job}/logs",          scope::none, reads_actions, handle<send_log>,  200, "siteJobLog",     "Download what a job has said"},
    {GET, "/{owner}/{repo}/actions/runs/{run}/logs",                     scope::none, reads_actions, handle<send_logs>, 200, "siteRunLogs",    "Download what all jobs of a run have said"},
};
// clang-format on
static_assert(well_formed(run_page_operations));

} // namespace

const Table run_pages_table{"site", run_page_operations, Door::site, refuse_page};

} // namespace cairn::pages
