#include "actions/show.hpp"

#include <algorithm>
#include <map>

#include "accounts/shown_accounts.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "git/references/ref_name.hpp"
#include "pulls/pull.hpp"

namespace cairn::actions {

using db::bound;
using repositories::Repository;

namespace {

struct StoredStep {
    std::int64_t task_id = 0;
    std::int64_t number = 0;
    std::string name;
    Status status = Status::waiting;
    Time started_at;
    Time stopped_at;
};
BOOST_DESCRIBE_STRUCT(StoredStep, (), (task_id, number, name, status, started_at, stopped_at))

struct TaskRunner {
    std::int64_t id = 0;
    std::int64_t runner_id = 0;
    std::string runner_name;
};
BOOST_DESCRIBE_STRUCT(TaskRunner, (), (id, runner_id, runner_name))

struct PullRow {
    std::int64_t id = 0;
    std::int64_t number = 0;
    std::string head_branch;
    std::string head_sha;
    std::string base_branch;
    std::string base_sha;
    std::int64_t head_id = 0;
    std::string head_name;
    std::string head_owner;
    std::int64_t base_id = 0;
    std::string base_name;
    std::string base_owner;
};
BOOST_DESCRIBE_STRUCT(PullRow, (),
                      (id, number, head_branch, head_sha, base_branch, base_sha, head_id, head_name, head_owner,
                       base_id, base_name, base_owner))

std::string repository_api(const config::Settings& settings, std::string_view owner, std::string_view name)
{
    return (settings.server.root_url + "api/v1/repos/").append(owner).append("/").append(name);
}

template <class Row, class Key> std::vector<std::int64_t> ids_of(std::span<const Row> rows, Key key)
{
    std::vector<std::int64_t> ids;
    for (const auto& row : rows) ids.push_back(std::invoke(key, row));
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
    return ids;
}

std::map<std::int64_t, Repository> repositories_of(const api::View& view, std::span<const StoredRun> runs)
{
    db::Composition query("SELECT r.* FROM repository r WHERE r.id IN ");
    query << bound(ids_of(runs, &StoredRun::repository_id));
    const auto rows = view.db().all<repositories::StoredRepository>(query);
    const access::Viewer nobody{.named_only = true}; // nothing is told here of what the caller may do
    std::map<std::int64_t, Repository> shown;
    for (auto& one : repositories::show_repositories(view, rows, nobody)) shown.emplace(one.id, std::move(one));
    return shown;
}

class People {
public:
    People(const api::View& view, std::vector<std::int64_t> ids) : view_(view), accounts_(view.db(), std::move(ids)) { }

    accounts::User show(std::int64_t id) const
    {
        return accounts::show_user_plainly(accounts_.at(id), !view_.caller.anonymous(), view_.settings());
    }

private:
    const api::View& view_;
    accounts::ShownAccounts accounts_;
};

std::map<std::int64_t, runners::PullRequestMinimal> pulls_of(const api::View& view, std::span<const StoredRun> runs)
{
    std::map<std::int64_t, runners::PullRequestMinimal> shown;
    auto ids = ids_of(runs, &StoredRun::pull_id);
    std::erase(ids, 0);
    if (ids.empty()) return shown;
    db::Composition query("SELECT i.id, i.number, p.head_branch, p.head_sha, p.base_branch, p.base_sha,"
                          " h.id AS head_id, h.name AS head_name, ho.name AS head_owner,"
                          " b.id AS base_id, b.name AS base_name, bo.name AS base_owner FROM pull_request p"
                          " JOIN issue i ON i.id = p.issue_id JOIN repository b ON b.id = p.repository_id"
                          " JOIN account bo ON bo.id = b.owner_id LEFT JOIN repository h ON h.id = p.head_repository_id"
                          " LEFT JOIN account ho ON ho.id = h.owner_id WHERE p.issue_id IN ");
    query << bound(ids);
    for (const auto& row : view.db().all<PullRow>(query)) {
        const auto base_url = repository_api(view.settings(), row.base_owner, row.base_name);
        runners::PullRequestMinimal pull{
            .id = row.id,
            .number = row.number,
            .url = base_url + "/pulls/" + std::to_string(row.number),
            .head = {row.head_branch, row.head_sha, {}},
            .base = {row.base_branch, row.base_sha, {row.base_id, base_url, row.base_name}}};
        if (row.head_id != 0)
            pull.head.repo = {row.head_id, repository_api(view.settings(), row.head_owner, row.head_name),
                              row.head_name};
        shown.emplace(row.id, std::move(pull));
    }
    return shown;
}

// Who wanted the newest attempt of each.
std::map<std::int64_t, std::int64_t> wanted_by(const api::View& view, std::span<const StoredRun> runs)
{
    db::Composition query("SELECT t.* FROM action_attempt t JOIN action_run a ON a.id = t.run_id"
                          " AND a.attempt = t.number WHERE t.run_id IN ");
    query << bound(ids_of(runs, &StoredRun::id));
    std::map<std::int64_t, std::int64_t> actors;
    for (const auto& attempt : view.db().all<StoredAttempt>(query)) actors[attempt.run_id] = attempt.actor_id;
    return actors;
}

} // namespace

std::string run_page(const config::Settings& settings, std::string_view owner, std::string_view repository,
                     std::int64_t run_id)
{
    return settings.server.root_url + std::string(owner) + "/" + std::string(repository) + "/actions/runs/"
        + std::to_string(run_id);
}

std::vector<ActionWorkflowRun> show_runs(const api::View& viewed, std::span<const StoredRun> runs)
{
    if (runs.empty()) return {};
    // People and repositories are shown as a stranger without any rights would see them, whoever looks.
    const api::Caller stranger{};
    const api::View view(viewed.db(), viewed.settings(), stranger);
    const auto places = repositories_of(view, runs);
    const auto pulls = pulls_of(view, runs);
    const auto wanted = wanted_by(view, runs);
    auto ids = ids_of(runs, &StoredRun::actor_id);
    for (const auto& [run, actor] : wanted) ids.push_back(actor);
    const People people(view, ids);

    std::vector<ActionWorkflowRun> shown;
    for (const auto& run : runs) {
        const auto& place = places.at(run.repository_id);
        const auto url = place.url + "/actions/runs/" + std::to_string(run.id);
        auto& one = shown.emplace_back();
        one.id = run.id;
        one.url = url;
        if (run.attempt > 1) one.previous_attempt_url = url + "/attempts/" + std::to_string(run.attempt - 1);
        one.html_url = run_page(view.settings(), place.owner.login, place.name, run.id);
        one.jobs_url = url + "/jobs";
        one.logs_url = url + "/logs";
        one.artifacts_url = url + "/artifacts";
        one.cancel_url = url + "/cancel";
        one.rerun_url = url + "/rerun";
        one.display_title = run.title;
        one.path = run.file + "@" + run.ref;
        one.event = run.event;
        one.run_attempt = run.attempt;
        one.run_number = run.number;
        one.head_sha = run.head_sha;
        one.head_branch = run.branch();
        one.status = outer_status(run.status);
        one.conclusion = conclusion(run.status);
        one.actor = people.show(run.actor_id);
        const auto who = wanted.find(run.id);
        one.trigger_actor = people.show(who != wanted.end() ? who->second : run.actor_id);
        one.repository = place;
        one.pull_requests.emplace();
        if (const auto pull = pulls.find(run.pull_id); pull != pulls.end()) one.pull_requests->push_back(pull->second);
        one.created_at = run.created_at;
        one.updated_at = run.updated_at;
        one.started_at = run.started_at;
        one.completed_at = run.stopped_at;
    }
    return shown;
}

ActionWorkflowRun show_run(const api::View& view, const StoredRun& run) { return show_runs(view, {&run, 1}).front(); }

ActionWorkflowRun show_attempt(const api::View& view, StoredRun run, const StoredAttempt& attempt)
{
    run.attempt = attempt.number;
    run.status = attempt.status;
    run.started_at = attempt.started_at;
    run.stopped_at = attempt.stopped_at;
    auto shown = show_run(view, run);
    const api::Caller stranger{};
    const api::View plainly(view.db(), view.settings(), stranger);
    shown.trigger_actor = People(plainly, {attempt.actor_id}).show(attempt.actor_id);
    return shown;
}

std::vector<ActionWorkflowJob> show_jobs(const api::View& view, std::span<const ListedJob> jobs)
{
    auto task_ids = ids_of(jobs, &ListedJob::task_id);
    std::erase(task_ids, 0);
    std::map<std::int64_t, TaskRunner> tasks;
    std::multimap<std::int64_t, StoredStep> steps;
    if (!task_ids.empty()) {
        db::Composition of_tasks("SELECT id, runner_id, runner_name FROM action_task WHERE id IN ");
        of_tasks << bound(task_ids);
        for (auto& task : view.db().all<TaskRunner>(of_tasks)) tasks.emplace(task.id, std::move(task));
        db::Composition of_steps("SELECT task_id, number, name, status, started_at, stopped_at FROM action_step"
                                 " WHERE task_id IN ");
        of_steps << bound(task_ids) << " ORDER BY task_id, number";
        for (auto& step : view.db().all<StoredStep>(of_steps)) steps.emplace(step.task_id, std::move(step));
    }

    std::vector<ActionWorkflowJob> shown;
    for (const auto& job : jobs) {
        const auto api = repository_api(view.settings(), job.owner_name, job.repository_name) + "/actions";
        const auto id = std::to_string(job.id);
        auto& one = shown.emplace_back();
        one.id = job.id;
        one.url = api + "/jobs/" + id;
        one.html_url = run_page(view.settings(), job.owner_name, job.repository_name, job.run_id) + "/jobs/" + id;
        one.run_id = job.run_id;
        one.run_url = api + "/runs/" + std::to_string(job.run_id);
        one.name = job.name;
        one.labels = read_texts(job.labels);
        one.run_attempt = job.attempt;
        one.head_sha = job.head_sha;
        if (job.ref.starts_with(git::heads)) one.head_branch = job.ref.substr(git::heads.size());
        one.status = outer_status(job.status);
        one.conclusion = conclusion(job.status);
        if (const auto task = tasks.find(job.task_id); task != tasks.end()) {
            one.runner_id = task->second.runner_id;
            one.runner_name = task->second.runner_name;
        }
        const auto [first, last] = steps.equal_range(job.task_id);
        for (auto step = first; step != last; ++step)
            one.steps.push_back({.name = step->second.name,
                                 .number = step->second.number,
                                 .status = std::string(outer_status(step->second.status)),
                                 .conclusion = std::string(conclusion(step->second.status)),
                                 .started_at = step->second.started_at,
                                 .completed_at = step->second.stopped_at});
        one.created_at = job.created_at;
        one.started_at = job.started_at;
        one.completed_at = job.stopped_at;
    }
    return shown;
}

ActionWorkflowJob show_job(const api::View& view, std::int64_t id)
{
    static constexpr auto sql = select_jobs + " WHERE j.id = $1";
    const auto job = view.db().one<ListedJob>(sql.text, id);
    return show_jobs(view, {&job, 1}).front();
}

} // namespace cairn::actions
