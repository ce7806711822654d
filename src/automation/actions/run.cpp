#include "actions/run.hpp"

#include "api/codec.hpp"
#include "db/database.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::actions {

std::string_view StoredRun::branch() const
{
    return ref.starts_with(git::heads) ? std::string_view(ref).substr(git::heads.size()) : std::string_view();
}

std::optional<StoredRun> find_run(db::Queries& db, std::int64_t id)
{
    static constexpr auto sql = "SELECT " + run_columns + " FROM action_run a WHERE a.id = $1";
    return db.first<StoredRun>(sql.text, id);
}

std::optional<StoredAttempt> find_attempt(db::Queries& db, std::int64_t run_id, std::int64_t number)
{
    return db.first<StoredAttempt>("SELECT * FROM action_attempt WHERE run_id = $1 AND number = $2", run_id, number);
}

std::optional<StoredJob> find_job(db::Queries& db, std::int64_t id)
{
    static constexpr auto sql = "SELECT " + job_columns + " FROM action_job j WHERE j.id = $1";
    return db.first<StoredJob>(sql.text, id);
}

std::vector<StoredJob> jobs_of(db::Queries& db, std::int64_t run_id, std::int64_t attempt)
{
    static constexpr auto sql =
        "SELECT " + job_columns + " FROM action_job j WHERE j.run_id = $1 AND j.attempt = $2 ORDER BY j.id";
    return db.all<StoredJob>(sql.text, run_id, attempt);
}

std::vector<std::string> read_texts(std::string_view json)
{
    std::vector<std::string> texts;
    if (!api::decode_json(type_of<std::vector<std::string>>(), json, &texts)) return {};
    return texts;
}

std::string write_texts(const std::vector<std::string>& texts)
{
    return api::to_json(type_of<std::vector<std::string>>(), &texts);
}

std::vector<JobState> states_of_jobs(const std::vector<StoredJob>& jobs)
{
    std::vector<JobState> states;
    for (const auto& job : jobs)
        states.push_back({.key = job.key,
                          .needs = read_texts(job.needs),
                          .status = job.status,
                          .condition = job.condition,
                          .tolerated = job.tolerated,
                          .fail_fast = job.fail_fast,
                          .max_parallel = job.max_parallel});
    return states;
}

Result<StoredRun> find_run(db::Queries& db, const RepositoryContext& place, std::int64_t id)
{
    auto run = find_run(db, id);
    if (!run || run->repository_id != place.repository.id) return not_found("the run");
    return std::move(*run);
}

Result<StoredJob> find_job(db::Queries& db, const RepositoryContext& place, std::int64_t id)
{
    auto job = find_job(db, id);
    if (!job || job->repository_id != place.repository.id) return not_found("the job");
    return std::move(*job);
}

} // namespace cairn::actions
