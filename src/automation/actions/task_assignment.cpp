// The part of actions/tasks.hpp in which a runner gets something to do.
#include <algorithm>

#include "actions/context.hpp"
#include "actions/matrix.hpp"
#include "actions/progress.hpp"
#include "actions/tasks.hpp"
#include "api/call.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "runners/runner.hpp"
#include "runners/secret.hpp"
#include "runners/task_token.hpp"
#include "runners/variable.hpp"

namespace cairn::actions {

using db::bound;
using runners::Runner;

namespace {

constexpr std::int64_t token_seconds = 24 * 3600;
constexpr int most_tries = 10;

// Others look, too: whoever takes a job finds out whether it is still to be had.
std::optional<std::int64_t> find_waiting(db::Queries& db, const Runner& runner)
{
    db::Composition query("SELECT j.id FROM action_job j JOIN repository r ON r.id = j.repository_id"
                          " WHERE j.status = 'waiting' AND r.archived_at = 0 AND ((r.units >> ");
    query << bound(static_cast<std::int64_t>(access::Unit::actions)) << ") & 1) = 1";
    if (runner.repository_id != 0) query << " AND r.id = " << bound(runner.repository_id);
    if (runner.account_id != 0) query << " AND r.owner_id = " << bound(runner.account_id);
    std::vector<std::string> labels;
    for (const auto label : runner.label_names()) labels.push_back(text::to_lower(label));
    query << " AND NOT EXISTS (SELECT 1 FROM action_job_label l WHERE l.job_id = j.id";
    if (!labels.empty()) query << " AND l.label NOT IN " << bound(labels);
    query << ") ORDER BY j.id LIMIT 1";
    return db.first<std::int64_t>(query);
}

struct Payloads {
    std::string job;
    std::string event;
};
BOOST_DESCRIBE_STRUCT(Payloads, (), (job, event))

struct Taken {
    std::int64_t task_id = 0;
    StoredRun run;
    StoredJob job;
    std::string token;
};

std::optional<Taken> take(const api::Site& site, const Runner& runner, std::int64_t job_id,
                          const std::vector<std::string>& steps)
{
    return site.db.write([&](db::Transaction& tx) -> std::optional<Taken> {
        auto job = find_job(tx, job_id);
        if (!job || job->status != Status::waiting) return {};
        // One that does a single task gets no second one while it is at it.
        if (runner.ephemeral
            && tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM action_task WHERE runner_id = $1) AS value", runner.id))
            return {};
        const auto now = Time::now();
        Taken taken{.run = find_run(tx, job->run_id).value(), .job = {}, .token = {}};
        taken.task_id = tx.one<std::int64_t>(
            "INSERT INTO action_task (job_id, repository_id, runner_id, runner_name, status, created_at, updated_at,"
            " started_at) VALUES ($1, $2, $3, $4, 'running', $5, $5, $5) RETURNING id",
            job->id, job->repository_id, runner.id, runner.name, now);
        for (std::size_t i = 0; i < steps.size(); ++i)
            tx.run("INSERT INTO action_step (task_id, number, name, status) VALUES ($1, $2, $3, 'waiting')",
                   taken.task_id, static_cast<std::int64_t>(i), steps[i]);
        const auto account = tx.scalar<std::int64_t>(
            "SELECT COALESCE((SELECT id FROM account WHERE id = $1), (SELECT owner_id FROM repository WHERE id = $2))"
            " AS value",
            taken.run.actor_id, taken.run.repository_id);
        taken.token = runners::make_task_token(tx,
                                               {.task_id = taken.task_id,
                                                .account_id = account,
                                                .repository_id = taken.run.repository_id,
                                                .writes = !taken.run.is_fork,
                                                .expires_at = {now.seconds + token_seconds}});
        const Stage stage(tx, site);
        job->task_id = taken.task_id;
        change_job(stage, taken.run, *job, Status::running);
        taken.run = settle(stage, taken.run.id);
        taken.job = std::move(*job);
        return taken;
    });
}

runners::Outcome outcome_of(const std::vector<StoredJob>& jobs, std::string_view key)
{
    auto outcome = runners::Outcome::success;
    for (const auto& job : jobs) {
        if (job.key != key || job.status == Status::success || (job.status == Status::failure && job.tolerated))
            continue;
        outcome = job.status == Status::cancelled ? runners::Outcome::cancelled
            : job.status == Status::skipped       ? runners::Outcome::skipped
                                                  : runners::Outcome::failure;
    }
    return outcome;
}

struct Output {
    std::int64_t job_id = 0;
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(Output, (), (job_id, name, value))

// What became of the jobs that it has waited for, and what they leave to it.
std::map<std::string, runners::Need> needs_of(db::Queries& db, const StoredJob& job)
{
    std::map<std::string, runners::Need> needs;
    const auto keys = read_texts(job.needs);
    if (keys.empty()) return needs;
    const auto jobs = jobs_of(db, job.run_id, job.attempt);
    const auto outputs = db.all<Output>("SELECT o.job_id, o.name, o.value FROM action_output o JOIN action_job j"
                                        " ON j.id = o.job_id WHERE j.run_id = $1 AND j.attempt = $2",
                                        job.run_id, job.attempt);
    for (const auto& key : keys) {
        auto& need = needs[key];
        need.result = outcome_of(jobs, key);
        for (const auto& output : outputs) {
            const auto from = std::ranges::find(jobs, output.job_id, &StoredJob::id);
            if (from != jobs.end() && from->key == key) need.outputs[output.name] = output.value;
        }
    }
    return needs;
}

} // namespace

std::optional<runners::Task> take_task(const api::Site& site, const Runner& runner)
{
    if (runner.disabled || !site.settings().actions.enabled) return {};
    for (int tries = 0; tries < most_tries; ++tries) {
        const auto job_id = find_waiting(site.db, runner);
        if (!job_id) return {};
        auto payloads = site.db.first<Payloads>("SELECT j.payload AS job, a.payload AS event FROM action_job j"
                                                " JOIN action_run a ON a.id = j.run_id WHERE j.id = $1",
                                                *job_id);
        if (!payloads) continue;
        const auto taken = take(site, runner, *job_id, step_names(payloads->job));
        if (!taken) continue;
        const auto repository = repositories::find_repository(site.db, taken->run.repository_id);
        if (!repository) continue;
        const auto secrets =
            runners::secrets_for(site.db, site.settings(), *repository,
                                 taken->run.is_fork ? runners::Origin::fork : runners::Origin::repository);
        const auto variables = runners::variables_for(site.db, *repository);
        runners::Task task{.id = taken->task_id,
                           .workflow_payload = std::move(payloads->job),
                           .context = task_context(site, *repository,
                                                   {.run = taken->run,
                                                    .job = taken->job,
                                                    .task_id = taken->task_id,
                                                    .token = taken->token,
                                                    .event = std::move(payloads->event)}),
                           .secrets = {secrets.begin(), secrets.end()},
                           .needs = needs_of(site.db, taken->job),
                           .vars = {variables.begin(), variables.end()}};
        // Workflows know the task's own token by these names.
        for (const auto* name : {"CAIRN_TOKEN", "GITEA_TOKEN", "GITHUB_TOKEN"}) task.secrets[name] = taken->token;
        return task;
    }
    return {};
}

} // namespace cairn::actions
