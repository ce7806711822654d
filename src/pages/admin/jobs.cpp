// What the server has still to do: its jobs, those that were given up among them.
#include <algorithm>

#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "jobs/job_table.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using enum Method;
using words::Phrase;

namespace {

const Notice job_retried{"job-retried", Phrase("The job is tried again.")};

struct AdminJobsQuery : Paging {
    std::string kind;
    std::string state;
};
BOOST_DESCRIBE_STRUCT(AdminJobsQuery, (Paging), (kind, state))

struct AdminJobState {
    std::string value;
    std::string words;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(AdminJobState, (), (value, words, chosen))

struct AdminJob {
    std::int64_t id = 0;
    std::string kind;
    std::string key;
    std::string owner;
    std::string state; // waiting, delayed, running or failed
    std::string words; // the same for people
    std::int64_t attempts = 0;
    std::string error;
    Time created_at;
    Time due_at; // of a delayed one
    bool can_retry = false;
};
BOOST_DESCRIBE_STRUCT(AdminJob, (),
                      (id, kind, key, owner, state, words, attempts, error, created_at, due_at, can_retry))

struct AdminJobsView {
    PageHead head{};
    Navigation navigation;
    std::vector<jobs::Backlog> backlogs{};
    std::vector<AdminJobState> states{};
    std::string kind;
    bool filtered = false;
    std::vector<AdminJob> jobs{};
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(AdminJobsView, (), (head, navigation, backlogs, states, kind, filtered, jobs, pager))

struct AdminJobPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(AdminJobPath, (), (id))
constexpr auto notes(const AdminJobPath*) { return std::array{Note{"id", "the id of the job"}}; }

struct JobStateRow {
    std::string_view name;
    Phrase words;
};
constexpr JobStateRow job_states[] = {
    {"waiting", Phrase("Waits")},
    {"running", Phrase("Runs")},
    {"delayed", Phrase("Is tried again later")},
    {"failed", Phrase("Given up")},
};

std::string_view state_name(jobs::State state)
{
    switch (state) {
    case jobs::State::arrived:
    case jobs::State::ready:
    case jobs::State::behind: break;
    case jobs::State::delayed: return "delayed";
    case jobs::State::running: return "running";
    case jobs::State::failed: return "failed";
    }
    return "waiting";
}

AdminJob shown(const words::Language& in, jobs::Job& job)
{
    const auto name = state_name(job.state);
    const auto* row = std::ranges::find(job_states, name, &JobStateRow::name);
    const bool delayed = job.state == jobs::State::delayed;
    return {.id = job.id,
            .kind = std::move(job.kind),
            .key = std::move(job.key),
            .owner = std::move(job.owner),
            .state = std::string(name),
            .words = in.say(row->words),
            .attempts = job.attempts,
            .error = std::move(job.last_error),
            .created_at = job.created_at,
            .due_at = delayed ? job.due_at : Time{},
            .can_retry = delayed || job.state == jobs::State::failed};
}

Result<AdminJobsView> show(Call& call, Query<AdminJobsQuery> query)
{
    const auto& in = language_of(call);
    const auto* wanted = std::ranges::find(job_states, std::string_view(query->state), &JobStateRow::name);
    const auto state = wanted == std::end(job_states) ? std::string() : std::string(wanted->name);
    auto found = jobs::list(call.db(), query.value, {.kind = query->kind, .state = state});
    AdminJobsView view{.navigation = administration_navigation(call),
                       .backlogs = jobs::backlogs(call.db()),
                       .kind = query->kind,
                       .filtered = !query->kind.empty() || !state.empty(),
                       .pager = pager(call, query.value, found.total)};
    for (const JobStateRow& row : job_states)
        view.states.push_back({std::string(row.name), in.say(row.words), row.name == state});
    for (auto& job : found.items) view.jobs.push_back(shown(in, job));
    if (!state.empty()) view.head.values.emplace("state", state);
    return view;
}

Result<Done> retry(Call& call, Path<AdminJobPath> path)
{
    TRY(jobs::retry(call.db(), path->id));
    return done("/-/admin/monitor/queue", job_retried);
}

// clang-format off
constexpr Operation job_operations[] = {
    {GET,  "/-/admin/monitor/queue",            scope::none, administers_site, shows<show, "admin/jobs", "adminListJobs">, 200, "siteAdminJobs",     "Show the jobs of the server"},
    {POST, "/-/admin/monitor/queue/{id}/retry", scope::none, administers_site, does<retry>,                                303, "siteAdminRetryJob", "Try a job again"},
};
// clang-format on
static_assert(well_formed(job_operations));

} // namespace

const Table admin_jobs_table{"site", job_operations, Door::site, refuse_page};

} // namespace cairn::pages
