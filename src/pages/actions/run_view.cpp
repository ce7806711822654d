#include "pages/actions/run_view.hpp"

#include <algorithm>

#include "accounts/account.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/ref_name.hpp"
#include "pages/actions/run_state.hpp"
#include "pages/kit.hpp"
#include "pages/places/repository_address.hpp"
#include "runners/artifact.hpp"
#include "runners/runner.hpp"

namespace cairn::pages {

using actions::JobTask;
using actions::Status;
using actions::StoredJob;
using actions::StoredRun;
using api::Call;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t most_artifacts = 100;
constexpr std::size_t most_names = 5;

// What people look for first: what went wrong, then what goes on.
const StoredJob* first_looked_for(const std::vector<StoredJob>& jobs)
{
    for (const auto status : {Status::failure, Status::running, Status::cancelling, Status::waiting}) {
        const auto found = std::ranges::find(jobs, status, &StoredJob::status);
        if (found != jobs.end()) return &*found;
    }
    const auto done = std::ranges::find_if(jobs, [](const StoredJob& job) { return job.task_id != 0; });
    if (done != jobs.end()) return &*done;
    return jobs.empty() ? nullptr : &jobs.front();
}

std::vector<RunJob> show_jobs_of(const std::vector<StoredJob>& jobs, const StoredJob* current)
{
    std::vector<RunJob> shown;
    for (const auto& job : jobs) {
        auto& one = shown.emplace_back(RunJob{.id = job.id,
                                              .name = job.name,
                                              .state = run_state(job.status),
                                              .took = took(job.started_at, job.stopped_at),
                                              .current = &job == current});
        for (const auto& need : actions::read_texts(job.needs)) one.needs += (one.needs.empty() ? "" : ", ") + need;
    }
    return shown;
}

ShownJob show_one_job(const Call& call, const RepositoryContext& place, const StoredRun& run, const StoredJob& job,
                      const LogQuery& query)
{
    const auto& in = language_of(call);
    const auto task = actions::task_of(call.db(), job);
    ShownJob shown{.id = job.id,
                   .name = job.name,
                   .state = run_state(job.status),
                   .over = actions::is_over(job.status),
                   .runner = task ? task->runner_name : std::string(),
                   .labels = actions::read_texts(job.labels),
                   .has_log = task && task->log_rows > 0,
                   .address = run_address(place, run.id) + "/jobs/" + std::to_string(job.id),
                   .times = query.times,
                   .q = query.q};
    shown.expired = task && shown.over && task->log_rows == 0 && task->stopped_at.seconds != 0
        && call.settings().actions.log_retention_days > 0
        && task->stopped_at.seconds < Time::now().seconds - call.settings().actions.log_retention_days * 86'400;
    shown.with_times = shown.address + (query.times ? "" : "?times=true");
    if (job.status == Status::waiting)
        for (const auto now = Time::now(); const auto& runner : runners::runners_for(call.db(), place.repository)) {
            if (!runner.has_labels(shown.labels)) continue;
            ++shown.runners;
            shown.online += runner.is_online(now) ? 1 : 0;
            if (place.access.writes(access::Unit::actions) && shown.runner_names.size() < most_names)
                shown.runner_names.push_back(runner.name);
        }
    if (!task) return shown;
    if (!shown.over)
        shown.live = root_of(call.settings()) + shown.address + "/live?from=" + std::to_string(task->log_rows);
    auto sections = log_sections(in, job, task, actions::steps_of(call.db(), task->id));
    if (!query.q.empty()) shown.found = find_in_log(call.site, *task, sections, query.q);
    shown.log = stream_log(call.site, *task, std::move(sections), root_of(call.settings()) + shown.address + "/steps/",
                           query, in);
    return shown;
}

void add_artifacts(const Call& call, const RepositoryContext& place, std::int64_t run_id, RunView& view)
{
    runners::ListArtifacts all;
    all.limit = most_artifacts;
    const auto found = runners::artifacts_of(call.db(), place.repository.id, run_id, all);
    for (const auto& artifact : found.items)
        view.artifacts.push_back({.id = artifact.id,
                                  .name = artifact.name,
                                  .size = artifact.size,
                                  .expired = artifact.state == runners::ArtifactState::expired,
                                  .expires_at = artifact.expires_at});
    view.more_artifacts = found.total - static_cast<std::int64_t>(found.items.size());
}

} // namespace

std::string run_address(const RepositoryContext& place, std::int64_t run_id)
{
    return repository_address(place) + "/actions/runs/" + std::to_string(run_id);
}

RunSummary run_summary(const Call& call, const RepositoryContext& place, const StoredRun& run)
{
    const auto actor = accounts::find_account(call.db(), run.actor_id);
    RunSummary shown{.base = run_address(place, run.id),
                     .id = run.id,
                     .number = run.number,
                     .title = run.title.substr(0, run.title.find('\n')),
                     .state = run_state(run.status),
                     .over = actions::is_over(run.status),
                     .unapproved = run.is_unapproved() && !actions::is_over(run.status),
                     .file = run.file,
                     .workflow = run.workflow_name,
                     .event = run.event,
                     .branch = std::string(run.branch()),
                     .commit = run.head_sha,
                     .pull = actions::pull_number_of(call.db(), run),
                     .actor = actor ? actor->name : std::string(),
                     .created_at = run.created_at,
                     .took = took(run.started_at, run.stopped_at),
                     .attempt = run.attempt};
    if (run.ref.starts_with(git::tags)) shown.tag = run.ref.substr(git::tags.size());
    if (shown.title.empty()) shown.title = run.workflow_name;
    if (call.caller.anonymous() || !place.access.writes(access::Unit::actions)) return shown;
    const bool live = !place.repository.archived();
    shown.may_cancel = !shown.over;
    shown.may_delete = shown.over;
    shown.may_rerun = live && shown.over;
    shown.may_approve = live && shown.unapproved;
    return shown;
}

Result<RunView> run_view(const Call& call, const RepositoryContext& place, const StoredRun& run, std::int64_t attempt,
                         std::int64_t job_id, const LogQuery& query)
{
    RunView view{.head = {.values = {{"run", std::to_string(run.id)}}},
                 .place = repository_place(call, place, RepositoryTab::actions),
                 .run = run_summary(call, place, run)};
    const auto jobs = actions::jobs_of(call.db(), run.id, attempt);
    const auto chosen = job_id == 0 ? jobs.end() : std::ranges::find(jobs, job_id, &StoredJob::id);
    const auto* current = chosen != jobs.end() ? &*chosen : first_looked_for(jobs);
    view.jobs = show_jobs_of(jobs, current);
    view.run.newest = attempt == run.attempt;
    view.run.may_rerun_failed = view.run.may_rerun && std::ranges::any_of(jobs, [](const StoredJob& job) {
                                    return job.status == Status::failure || job.status == Status::cancelled;
                                });
    if (job_id == 0) view.stages = stages_of(jobs, view.jobs);
    if (view.stages.size() < 2) view.stages.clear();
    add_artifacts(call, place, run.id, view);
    if (run.attempt > 1)
        for (const auto& one : actions::attempts_of(call.db(), run.id)) {
            if (one.number == attempt) {
                view.run.state = run_state(one.status);
                view.run.took = took(one.started_at, one.stopped_at);
                view.run.attempt = attempt;
            }
            view.attempts.push_back({.number = one.number,
                                     .state = run_state(one.status),
                                     .created_at = one.created_at,
                                     .current = one.number == attempt});
        }
    if (current == nullptr) return view;
    view.annotations = run_annotations(call, place, run, jobs, attempt, job_id);
    if (view.run.newest)
        view.progress =
            root_of(call.settings()) + view.run.base + "/progress?job=" + std::to_string(job_id == 0 ? 0 : current->id);
    view.job = show_one_job(call, place, run, *current, query);
    view.job->may_rerun = view.run.may_rerun && view.run.newest;
    return view;
}

} // namespace cairn::pages
