#include "actions/status_reporter.hpp"

#include "actions/show.hpp"
#include "actions/trigger_queue.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "contents/status.hpp"
#include "events/events.hpp"
#include "webhooks/audience.hpp"
#include "webhooks/delivery.hpp"
#include "webhooks/payload_context.hpp"

namespace cairn::actions {

using enum Status;
using webhooks::EventKind;
using webhooks::PayloadContext;

namespace {

struct WorkflowSummary {
    std::string id;
    std::string name;
    std::string path;
};
BOOST_DESCRIBE_STRUCT(WorkflowSummary, (), (id, name, path))

struct WorkflowRunPayload {
    std::string action;
    WorkflowSummary workflow;
    Json workflow_run;
    Json repository;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(WorkflowRunPayload, (), (action, workflow, workflow_run, repository, sender))

struct WorkflowJobPayload {
    std::string action;
    Json workflow_job;
    Json repository;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(WorkflowJobPayload, (), (action, workflow_job, repository, sender))

std::string_view state_of(Status status)
{
    switch (status) {
    case success: return "success";
    case failure: return "failure";
    case cancelled: return "failure";
    case skipped: return "skipped";
    default: return "pending";
    }
}

std::string took(const StoredJob& job)
{
    const auto seconds = std::max<std::int64_t>(job.stopped_at.seconds - job.started_at.seconds, 0);
    if (seconds < 60) return std::to_string(seconds) + " s";
    return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
}

std::string description_of(const StoredJob& job)
{
    switch (job.status) {
    case blocked: return "waits for others";
    case waiting: return "waits for a runner";
    case running: return "is running";
    case cancelling: return "is being cancelled";
    case success: return "succeeded in " + took(job);
    case failure: return "failed after " + took(job);
    case cancelled: return "was cancelled";
    case skipped: return "was skipped";
    }
    return "";
}

bool is_about_a_commit(std::string_view event)
{
    return event == "push" || event == "pull_request" || event == "pull_request_target" || event == "release";
}

// Of a run that reads its workflow from the branch that a pull request goes to, too: people look at the head.
std::string commit_of(const Stage& stage, const StoredRun& run)
{
    if (run.event != "pull_request_target") return run.head_sha;
    return stage.tx.first<std::string>("SELECT head_sha FROM pull_request WHERE issue_id = $1", run.pull_id)
        .value_or(run.head_sha);
}

void add(const Stage& stage, contents::StoredStatus status)
{
    // An account that is gone has no say any more; the repository's owner has.
    status.creator_id = stage.tx.scalar<std::int64_t>(
        "SELECT COALESCE((SELECT id FROM account WHERE id = $1), (SELECT owner_id FROM repository WHERE id = $2))"
        " AS value",
        status.creator_id, status.repository_id);
    const auto added = contents::add_status(stage.tx, std::move(status));
    stage.events.tell(stage.tx,
                      events::StatusReported{.repository_id = added.repository_id,
                                             .actor_id = added.creator_id,
                                             .status_id = added.id,
                                             .commit_id = added.commit_id});
}

struct Names {
    std::string owner;
    std::string repository;
};
BOOST_DESCRIBE_STRUCT(Names, (), (owner, repository))

template <class Payload>
void deliver(const Stage& stage, const std::vector<std::int64_t>& hooks, std::string_view event,
             std::int64_t repository_id, const Payload& told)
{
    const auto json = api::to_json(type_of<Payload>(), &told);
    for (const auto hook : hooks)
        webhooks::put_delivery(stage.tx,
                               {.hook_id = hook, .event = event, .repository_id = repository_id, .payload = json});
}

} // namespace

void report_status(const Stage& stage, const StoredRun& run, const StoredJob& job)
{
    if (!is_about_a_commit(run.event)) return;
    const auto names = stage.tx.one<Names>("SELECT o.name AS owner, r.name AS repository FROM repository r"
                                           " JOIN account o ON o.id = r.owner_id WHERE r.id = $1",
                                           run.repository_id);
    add(stage,
        {.repository_id = run.repository_id,
         .commit_id = commit_of(stage, run),
         .state = std::string(state_of(job.status)),
         .context = run.workflow_name + " / " + job.name + " (" + run.event + ")",
         .description = description_of(job),
         .target_url =
             run_page(stage.settings, names.owner, names.repository, run.id) + "/jobs/" + std::to_string(job.id),
         .creator_id = run.actor_id,
         .created_at = {}});
}

void report_broken(const Stage& stage, const BrokenWorkflow& broken)
{
    constexpr std::size_t longest = 250;
    add(stage,
        {.repository_id = broken.repository_id,
         .commit_id = broken.commit_id,
         .state = "failure",
         .context = broken.file + " (" + broken.event + ")",
         .description = to_text(std::string_view(broken.problem).substr(0, longest)),
         .target_url = {},
         .creator_id = broken.actor_id,
         .created_at = {}});
}

void announce_run(const Stage& stage, const StoredRun& run)
{
    const auto hooks = webhooks::Audience(stage.tx, run.repository_id).wanting(EventKind::workflow_run);
    // What a run of this kind has started starts no other one: they could go on forever.
    const bool starts_others = run.event != "workflow_run" && hears_of_runs(stage.tx, run.repository_id);
    if (hooks.empty() && !starts_others) return;
    const auto context = PayloadContext::find(stage.tx, stage.settings, run.repository_id, run.actor_id);
    if (!context) return;
    const WorkflowRunPayload told{
        .action = is_over(run.status) ? "completed"
            : is_at_work(run.status)  ? "in_progress"
                                      : "requested",
        .workflow = {.id = run.file, .name = run.workflow_name, .path = run.folder + "/" + run.file},
        .workflow_run = webhooks::json_of(show_run(context->view(), run)),
        .repository = context->repository(),
        .sender = context->sender()};
    deliver(stage, hooks, "workflow_run", run.repository_id, told);
    if (!starts_others) return;
    note_event(stage.tx,
               {.repository_id = run.repository_id,
                .event = "workflow_run",
                .payload = api::to_json(type_of<WorkflowRunPayload>(), &told)});
}

void announce_job(const Stage& stage, const StoredRun& run, const StoredJob& job)
{
    const auto hooks = webhooks::Audience(stage.tx, run.repository_id).wanting(EventKind::workflow_job);
    if (hooks.empty()) return;
    const auto context = PayloadContext::find(stage.tx, stage.settings, run.repository_id, run.actor_id);
    if (!context) return;
    deliver(stage, hooks, "workflow_job", run.repository_id,
            WorkflowJobPayload{.action = std::string(outer_status(job.status)),
                               .workflow_job = webhooks::json_of(show_job(context->view(), job.id)),
                               .repository = context->repository(),
                               .sender = context->sender()});
}

} // namespace cairn::actions
