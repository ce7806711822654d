// A job's log while it is written: a page that grows as long as it is open, and the same as server-sent events.
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/actions/log_followers.hpp"
#include "pages/actions/run_view.hpp"
#include "pages/actions/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using actions::reads_actions;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct FollowedJobPath : actions::RunPath {
    std::int64_t job = 0;
};
BOOST_DESCRIBE_STRUCT(FollowedJobPath, (actions::RunPath), (job))
constexpr auto notes(const FollowedJobPath*) { return std::array{Note{"job", "the id of the job"}}; }

struct FollowQuery {
    std::int64_t from = 0; // the first row that is new
};
BOOST_DESCRIBE_STRUCT(FollowQuery, (), (from))

struct FollowView {
    PageHead head{};
    RepositoryPlace place;
    RunSummary run;
    std::int64_t job = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(FollowView, (), (head, place, run, job, name))

const PageOf<FollowView> follow_page{"actions/follow"};

// Where the page is open: what is new is put before it.
constexpr std::string_view place_of_rows = "<!--rows-->";
// So much of what was said before is shown at the beginning.
constexpr std::int64_t first_shown = 200;

Result<actions::StoredJob> followed_job(const Call& call, const RepositoryContext& place, const FollowedJobPath& path)
{
    auto job = TRY(actions::find_job(call.db(), place, path.job));
    if (job.run_id != path.run) return not_found("the job");
    return job;
}

Result<Raw> follow(Call& call, const RepositoryContext& place, Path<FollowedJobPath> path)
{
    const auto run = TRY(actions::find_run(call.db(), place, path->run));
    const auto job = TRY(followed_job(call, place, path.value));
    const auto address = run_address(place, run.id) + "/jobs/" + std::to_string(job.id);
    if (actions::is_over(job.status)) return see_other(call, address);
    const auto task = actions::task_of(call.db(), job);
    // With a status of its own, so that nobody takes it for a page that can be kept.
    auto raw = follow_page.show(call,
                                {.place = repository_place(call, place, RepositoryTab::actions),
                                 .run = run_summary(call, place, run),
                                 .job = job.id,
                                 .name = job.name},
                                {.status = 200});
    const auto* page = std::get_if<std::string>(&raw.body);
    const auto split = page == nullptr ? std::string::npos : page->find(place_of_rows);
    if (split == std::string::npos) return fail(Errc::unavailable, "the page cannot be followed");
    raw.body = TRY(call.site.get<LogFollowers>().follow(
        call,
        {.job_id = job.id,
         .from = std::max<std::int64_t>((task ? task->log_rows : 0) - first_shown, 0),
         .address = root_of(call.settings()) + address,
         .before = page->substr(0, split),
         .after = page->substr(split + place_of_rows.size()),
         .language = &language_of(call)}));
    raw.headers.emplace_back("X-Accel-Buffering", "no");
    return raw;
}

Result<Raw> tell(Call& call, const RepositoryContext& place, Path<FollowedJobPath> path, Query<FollowQuery> query)
{
    const auto job = TRY(followed_job(call, place, path.value));
    auto from = std::max<std::int64_t>(query->from, 0);
    // Whoever comes again says how far they are.
    if (const auto last = text::parse_integer(call.request.header("Last-Event-ID"), 0)) from = *last;
    return Raw{
        .body = TRY(call.site.get<LogFollowers>().follow(
            call,
            {.job_id = job.id,
             .from = from,
             .events = true,
             .address = root_of(call.settings()) + run_address(place, job.run_id) + "/jobs/" + std::to_string(job.id),
             .language = &language_of(call)})),
        .content_type = "text/event-stream",
        .status = 200,
        .headers = {{"Cache-Control", "no-store, no-transform"}, {"X-Accel-Buffering", "no"}}};
}

// clang-format off
constexpr Operation follow_operations[] = {
    {GET, "/{owner}/{repo}/actions/runs/{run}/jobs/{job}/follow", scope::none, reads_actions, handle<follow>, 200, "siteFollowJob", "Show a job's log while it is written"},
    {GET, "/{owner}/{repo}/actions/runs/{run}/jobs/{job}/live",   scope::none, reads_actions, handle<tell>,   200, "siteJobEvents", "Tell what a job says, as it says it"},
};
// clang-format on
static_assert(well_formed(follow_operations));

} // namespace

const Table follow_table{"site", follow_operations, Door::site, refuse_page};

} // namespace cairn::pages
