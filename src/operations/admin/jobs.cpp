// The jobs of the server (jobs/job.hpp), seen by administrators.
#include "admin/tables.hpp"

#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "jobs/job_table.hpp"

namespace cairn::admin {

using namespace api;
using accounts::administers_site;
using enum Method;

namespace {

enum class JobState : std::uint8_t { waiting, delayed, running, failed };
BOOST_DESCRIBE_ENUM(JobState, waiting, delayed, running, failed)

struct BackgroundJob {
    std::int64_t id = 0;
    std::string kind;
    std::string key;
    std::string owner;
    JobState state = JobState::waiting;
    std::int64_t attempts = 0;
    std::string last_error;
    Time created_at;
    std::optional<Time> due_at;
    std::optional<Time> lease_until;
};
BOOST_DESCRIBE_STRUCT(BackgroundJob, (),
                      (id, kind, key, owner, state, attempts, last_error, created_at, due_at, lease_until))
constexpr auto notes(const BackgroundJob*)
{
    return std::array{
        Note{"", "Work of the server that follows from what was done"},
        Note{"kind", "what is to be done"},
        Note{"key", "what it is done to; of several with the same key one runs at a time"},
        Note{"owner", "for whom; the server's time is divided fairly among them"},
        Note{"attempts", "how often it was begun, with the one under way"},
        Note{"last_error", "why the last attempt has failed"},
        Note{"due_at", "of a delayed one: when it is tried next"},
        Note{"lease_until",
             "of a running one: when it is begun anew if its server does not say that it is still at it"},
    };
}

struct ListJobs : Paging {
    std::string kind;
    std::optional<JobState> state;
};
BOOST_DESCRIBE_STRUCT(ListJobs, (Paging), (kind, state))
constexpr auto notes(const ListJobs*)
{
    return std::array{
        Note{"kind", "only jobs of this kind"},
        Note{"state", "only jobs in this state"},
    };
}

struct JobPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(JobPath, (), (id))
constexpr auto notes(const JobPath*) { return std::array{Note{"id", "the id of the job"}}; }

JobState shown_state(jobs::State state)
{
    switch (state) {
    case jobs::State::arrived:
    case jobs::State::ready:
    case jobs::State::behind: break;
    case jobs::State::delayed: return JobState::delayed;
    case jobs::State::running: return JobState::running;
    case jobs::State::failed: return JobState::failed;
    }
    return JobState::waiting;
}

BackgroundJob show(const jobs::Job& job)
{
    BackgroundJob shown{.id = job.id,
                        .kind = job.kind,
                        .key = job.key,
                        .owner = job.owner,
                        .state = shown_state(job.state),
                        .attempts = job.attempts,
                        .last_error = job.last_error,
                        .created_at = job.created_at};
    if (job.state == jobs::State::delayed) shown.due_at = job.due_at;
    if (job.state == jobs::State::running) shown.lease_until = job.due_at;
    return shown;
}

Result<Page<BackgroundJob>> list(Call& call, Query<ListJobs> query)
{
    const auto found =
        jobs::list(call.db(), query.value,
                   {.kind = query->kind, .state = query->state ? std::string(word_of(*query->state)) : std::string()});
    Page<BackgroundJob> shown{.items = {}, .total = found.total};
    for (const auto& job : found.items) shown.items.push_back(show(job));
    return shown;
}

// A delayed one does not wait any longer; one that was given up is tried once more.
Result<BackgroundJob> retry(Call& call, Path<JobPath> path) { return show(TRY(jobs::retry(call.db(), path->id))); }

// clang-format off
constexpr Operation job_operations[] = {
    {GET,  "/admin/jobs",            scope::admin, administers_site, handle<list>,  200, "adminListJobs", "List the jobs of the server, the oldest first", {422}, "BackgroundJobList"},
    {POST, "/admin/jobs/{id}/retry", scope::admin, administers_site, handle<retry>, 202, "adminRetryJob", "Try a job again now", {404, 409}, "BackgroundJob"},
};
// clang-format on
static_assert(well_formed(job_operations));

} // namespace

const Table job_table{"admin", job_operations};

} // namespace cairn::admin
