#include "actions/starting.hpp"

#include <algorithm>

#include "actions/status_reporter.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "git/references/ref_name.hpp"
#include "runners/variable.hpp"

namespace cairn::actions {

using enum Status;

namespace {

using Kind = Yaml::Kind;

constexpr std::size_t longest_title = 255;

Yaml map_of(const runners::Texts& texts)
{
    Yaml map{.kind = Kind::map};
    for (const auto& [name, value] : texts) map.members.emplace_back(name, text_value(value));
    return map;
}

// What names, labels and groups may speak of.
Yaml contexts_of(db::Queries& db, const Start& start)
{
    const auto& place = start.place;
    const std::string_view ref = start.ref;
    const auto short_ref = ref.starts_with(git::heads) ? ref.substr(git::heads.size())
        : ref.starts_with(git::tags)                   ? ref.substr(git::tags.size())
                                                       : ref.substr(std::min(ref.size(), std::size_t{5}));
    auto github = map_of({{"ref", start.ref},
                          {"ref_name", std::string(short_ref)},
                          {"sha", start.head_sha},
                          {"event_name", start.event},
                          {"actor", start.actor_name},
                          {"head_ref", start.head_ref},
                          {"base_ref", start.base_ref},
                          {"repository", place.owner.name + "/" + place.repository.name},
                          {"repository_owner", place.owner.name},
                          {"workflow", start.workflow.name.empty() ? start.file.path() : start.workflow.name}});
    if (auto event = markup::read_yaml(start.payload)) github.members.emplace_back("event", std::move(*event));
    const auto variables = runners::variables_for(db, place.repository);
    Yaml contexts{.kind = Kind::map};
    contexts.members.emplace_back("github", github);
    contexts.members.emplace_back("gitea", std::move(github));
    contexts.members.emplace_back("inputs", map_of(start.inputs));
    contexts.members.emplace_back("vars", map_of({variables.begin(), variables.end()}));
    return contexts;
}

std::string first_line(std::string_view text)
{
    text = text::trim(text);
    return std::string(text::trim(text.substr(0, std::min(text.find('\n'), longest_title))));
}

StoredJob add_job(const Stage& stage, const StoredRun& run, const PlannedJob& planned)
{
    const auto now = Time::now();
    const auto id = stage.tx.one<std::int64_t>(
        "INSERT INTO action_job (run_id, repository_id, attempt, key, name, needs, labels, condition, tolerated,"
        " payload, status, created_at, updated_at, concurrency_group, cancels_group, fail_fast, max_parallel)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'blocked', $11, $11, $12, $13, $14, $15) RETURNING id",
        run.id, run.repository_id, run.attempt, planned.key, planned.name, write_texts(planned.needs),
        write_texts(planned.labels), planned.condition, planned.tolerated, planned.payload, now,
        planned.concurrency_group, planned.cancels_group, planned.fail_fast, planned.max_parallel);
    for (const auto& label : planned.labels)
        stage.tx.run("INSERT INTO action_job_label (job_id, label) VALUES ($1, $2) ON CONFLICT DO NOTHING", id,
                     text::to_lower(label));
    return find_job(stage.tx, id).value();
}

void add_attempt(const Stage& stage, const StoredRun& run, std::int64_t actor_id)
{
    stage.tx.run("INSERT INTO action_attempt (run_id, number, actor_id, status, created_at)"
                 " VALUES ($1, $2, $3, 'blocked', $4)",
                 run.id, run.attempt, actor_id, Time::now());
}

// One of a group runs and one waits: whoever comes now takes the place of whoever has waited.
void make_room(const Stage& stage, const StoredRun& run, bool cancels_others)
{
    if (run.concurrency_group.empty()) return;
    static constexpr auto sql = "SELECT " + run_columns
        + " FROM action_run a WHERE a.repository_id = $1 AND a.concurrency_group = $2 AND a.id <> $3"
          " AND (a.status = 'blocked' OR ($4 AND a.status IN ('waiting', 'running'))) ORDER BY a.id";
    for (const auto& other :
         stage.tx.all<StoredRun>(sql.text, run.repository_id, run.concurrency_group, run.id, cancels_others))
        cancel(stage, other);
}

// Jobs that have needs are told of when those are done; the others now, as what settle() makes of them.
void tell_of_blocked(const Stage& stage, const StoredRun& run)
{
    for (const auto& job : jobs_of(stage.tx, run.id, run.attempt))
        if (job.status == blocked) tell_of_job(stage, run, job);
}

} // namespace

Result<PlannedRun> plan_run(db::Queries& db, const Start& start)
{
    const auto contexts = contexts_of(db, start);
    PlannedRun planned{.run = {}, .payload = start.payload, .jobs = TRY(plan_jobs(start.workflow, contexts))};
    const auto& concurrency = start.workflow.concurrency;
    planned.cancels_others = concurrency.cancels_others(contexts);
    auto title = first_line(interpolate(start.workflow.run_name, contexts));
    auto& run = planned.run;
    run.repository_id = start.place.repository.id;
    run.file = start.file.name;
    run.folder = start.file.folder;
    run.workflow_name = start.workflow.name.empty() ? start.file.name : start.workflow.name;
    run.title = title.empty() ? first_line(start.title) : std::move(title);
    run.event = start.event;
    run.ref = start.ref;
    run.head_sha = start.head_sha;
    run.actor_id = start.actor_id;
    run.pull_id = start.pull_id;
    run.is_fork = start.is_fork;
    run.needs_approval = start.needs_approval;
    run.concurrency_group = interpolate(concurrency.group, contexts);
    return planned;
}

StoredRun start_run(const Stage& stage, PlannedRun planned)
{
    const auto now = Time::now();
    auto& run = planned.run;
    run.number = stage.tx.one<std::int64_t>(
        "INSERT INTO action_run_count (repository_id, number) VALUES ($1, 1)"
        " ON CONFLICT (repository_id) DO UPDATE SET number = action_run_count.number + 1 RETURNING number",
        run.repository_id);
    run.id = stage.tx.one<std::int64_t>(
        "INSERT INTO action_run (repository_id, number, file, folder, workflow_name, title, event, ref, head_sha,"
        " actor_id, pull_id, is_fork, needs_approval, concurrency_group, payload, status, created_at, updated_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'blocked', $16, $16) RETURNING id",
        run.repository_id, run.number, run.file, run.folder, run.workflow_name, run.title, run.event, run.ref,
        run.head_sha, run.actor_id, run.pull_id, run.is_fork, run.needs_approval, run.concurrency_group,
        planned.payload, now);
    add_attempt(stage, run, run.actor_id);
    for (const auto& job : planned.jobs) add_job(stage, run, job);
    make_room(stage, run, planned.cancels_others);
    auto started = settle(stage, run.id);
    tell_of_blocked(stage, started);
    announce_run(stage, started);
    return started;
}

StoredRun start_attempt(const Stage& stage, StoredRun run, std::int64_t actor_id, const std::vector<std::string>& keys)
{
    const auto earlier = jobs_of(stage.tx, run.id, run.attempt);
    ++run.attempt;
    const auto now = Time::now();
    stage.tx.run("UPDATE action_run SET attempt = $2, status = 'blocked', started_at = 0, stopped_at = 0,"
                 " updated_at = $3 WHERE id = $1",
                 run.id, run.attempt, now);
    add_attempt(stage, run, actor_id);
    for (const auto& job : earlier) {
        const bool again = keys.empty() || std::ranges::find(keys, job.key) != keys.end();
        const auto id = stage.tx.one<std::int64_t>(
            "INSERT INTO action_job (run_id, repository_id, attempt, key, name, needs, labels, condition, tolerated,"
            " payload, concurrency_group, cancels_group, fail_fast, max_parallel, status, task_id, created_at,"
            " updated_at, started_at, stopped_at)"
            " SELECT run_id, repository_id, $2, key, name, needs, labels, condition, tolerated, payload,"
            " concurrency_group, cancels_group, fail_fast, max_parallel,"
            " CASE WHEN $3 THEN 'blocked' ELSE status END, CASE WHEN $3 THEN 0 ELSE task_id END, $4, $4,"
            " CASE WHEN $3 THEN 0 ELSE started_at END, CASE WHEN $3 THEN 0 ELSE stopped_at END"
            " FROM action_job WHERE id = $1 RETURNING id",
            job.id, run.attempt, again, now);
        stage.tx.run("INSERT INTO action_job_label (job_id, label) SELECT $2, label FROM action_job_label"
                     " WHERE job_id = $1",
                     job.id, id);
        // What is taken over has left something for those that wait for it.
        if (!again)
            stage.tx.run("INSERT INTO action_output (job_id, name, value) SELECT $2, name, value FROM action_output"
                         " WHERE job_id = $1",
                         job.id, id);
    }
    auto started = settle(stage, run.id);
    tell_of_blocked(stage, started);
    announce_run(stage, started);
    return started;
}

} // namespace cairn::actions
