// Runs, their attempts and jobs as the database holds them, how they are found, and who may call operations about them.
#pragma once

#include "actions/status.hpp"
#include "db/sql_text.hpp"
#include "repositories/guards.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::actions {

using repositories::RepositoryContext;

// Without the event's payload, which can be large and which only tasks need.
struct StoredRun {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::int64_t number = 0;
    std::string file;
    std::string folder;
    std::string workflow_name;
    std::string title;
    std::string event;
    std::string ref;
    std::string head_sha;
    std::int64_t actor_id = 0;
    std::int64_t pull_id = 0;
    bool is_fork = false;
    bool needs_approval = false;
    std::int64_t approver_id = 0;
    std::string concurrency_group;
    std::int64_t attempt = 1;
    Status status = Status::blocked;
    Time created_at;
    Time updated_at;
    Time started_at;
    Time stopped_at;

    // The branch's name; empty where it is about none.
    std::string_view branch() const;
    bool is_unapproved() const { return needs_approval && approver_id == 0; }
};
BOOST_DESCRIBE_STRUCT(StoredRun, (),
                      (id, repository_id, number, file, folder, workflow_name, title, event, ref, head_sha, actor_id,
                       pull_id, is_fork, needs_approval, approver_id, concurrency_group, attempt, status, created_at,
                       updated_at, started_at, stopped_at))
inline constexpr db::SqlText run_columns =
    "a.id, a.repository_id, a.number, a.file, a.folder, a.workflow_name, a.title, a.event, a.ref, a.head_sha,"
    " a.actor_id, a.pull_id, a.is_fork, a.needs_approval, a.approver_id, a.concurrency_group, a.attempt, a.status,"
    " a.created_at, a.updated_at, a.started_at, a.stopped_at";

struct StoredAttempt {
    std::int64_t run_id = 0;
    std::int64_t number = 1;
    std::int64_t actor_id = 0;
    Status status = Status::blocked;
    Time created_at;
    Time started_at;
    Time stopped_at;
};
BOOST_DESCRIBE_STRUCT(StoredAttempt, (), (run_id, number, actor_id, status, created_at, started_at, stopped_at))

// Without its payload.
struct StoredJob {
    std::int64_t id = 0;
    std::int64_t run_id = 0;
    std::int64_t repository_id = 0;
    std::int64_t attempt = 1;
    std::string key;
    std::string name;
    std::string needs;  // JSON
    std::string labels; // JSON
    std::string condition;
    bool tolerated = false;
    Status status = Status::blocked;
    std::int64_t task_id = 0;
    Time created_at;
    Time updated_at;
    Time started_at;
    Time stopped_at;
    std::string concurrency_group;
    bool cancels_group = false;
    bool held = false; // by others of its group
    bool fail_fast = false;
    std::int64_t max_parallel = 0;
};
BOOST_DESCRIBE_STRUCT(StoredJob, (),
                      (id, run_id, repository_id, attempt, key, name, needs, labels, condition, tolerated, status,
                       task_id, created_at, updated_at, started_at, stopped_at, concurrency_group, cancels_group, held,
                       fail_fast, max_parallel))
inline constexpr db::SqlText job_columns =
    "j.id, j.run_id, j.repository_id, j.attempt, j.key, j.name, j.needs, j.labels, j.condition, j.tolerated, j.status,"
    " j.task_id, j.created_at, j.updated_at, j.started_at, j.stopped_at, j.concurrency_group, j.cancels_group, j.held,"
    " j.fail_fast, j.max_parallel";

std::optional<StoredRun> find_run(db::Queries&, std::int64_t id);
std::optional<StoredAttempt> find_attempt(db::Queries&, std::int64_t run_id, std::int64_t number);
std::optional<StoredJob> find_job(db::Queries&, std::int64_t id);
std::vector<StoredJob> jobs_of(db::Queries&, std::int64_t run_id, std::int64_t attempt); // by id

// Lists of texts as columns have them.
std::vector<std::string> read_texts(std::string_view json);
std::string write_texts(const std::vector<std::string>&);

// As the state machine wants them; it looks into the jobs.
std::vector<JobState> states_of_jobs(const std::vector<StoredJob>&);

struct RunPath {
    std::int64_t run = 0;
};
BOOST_DESCRIBE_STRUCT(RunPath, (), (run))
constexpr auto notes(const RunPath*) { return std::array{Note{"run", "the id of the run"}}; }

struct AttemptPath : RunPath {
    std::int64_t attempt = 0;
};
BOOST_DESCRIBE_STRUCT(AttemptPath, (RunPath), (attempt))
constexpr auto notes(const AttemptPath*) { return std::array{Note{"attempt", "which attempt, counted from 1"}}; }

// The run of this repository that a client names.
Result<StoredRun> find_run(db::Queries&, const RepositoryContext&, std::int64_t id);
Result<StoredJob> find_job(db::Queries&, const RepositoryContext&, std::int64_t id);

// Whoever reads workflows of the repository: signed in, or not.
inline constexpr api::Guard reads_actions =
    repositories::repository_guard<repositories::question::reads_openly<access::Unit::actions>>("reads actions",
                                                                                                {403, 404});
inline constexpr api::Guard reads_actions_signed_in = repositories::repository_guard<repositories::question::both<
    repositories::question::signed_in, repositories::question::reads_openly<access::Unit::actions>>>(
    "reads actions, signed in", {401, 403, 404});
inline constexpr api::Guard writes_actions =
    repositories::repository_guard<repositories::question::writes_unit<access::Unit::actions>>("writes actions",
                                                                                               {401, 403, 404});
// For what lets something run: nothing runs in an archived repository, however long it waits.
inline constexpr api::Guard starts_actions = repositories::repository_guard<repositories::question::both<
    repositories::question::writes_unit<access::Unit::actions>, repositories::question::not_archived>>(
    "writes actions of a repository that is not archived", {401, 403, 404, 423});

} // namespace cairn::actions
