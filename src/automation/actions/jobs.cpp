// Jobs: the lists of a run, a repository, an organization, a person and the site; and one of them.
#include "accounts/guards.hpp"
#include "actions/listing.hpp"
#include "actions/tables.hpp"
#include "base/text.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct ActionWorkflowJobsResponse {
    std::vector<ActionWorkflowJob> jobs;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(ActionWorkflowJobsResponse, (), (jobs, total_count))
constexpr auto notes(const ActionWorkflowJobsResponse*) { return std::array{Note{"", "A page of jobs"}}; }

struct JobPath {
    std::string job_id;
};
BOOST_DESCRIBE_STRUCT(JobPath, (), (job_id))
constexpr auto notes(const JobPath*) { return std::array{Note{"job_id", "the id of the job"}}; }

using JobPage = Result<Counted<ActionWorkflowJobsResponse>>;

JobPage show(const Call& call, const Page<ListedJob>& found)
{
    return Counted<ActionWorkflowJobsResponse>{
        .value = {.jobs = show_jobs(call, found.items), .total_count = found.total}, .total = found.total};
}

// Where clients cannot choose an order.
ListSortedJobs unsorted(const ListJobs& wanted)
{
    ListSortedJobs all;
    static_cast<ListJobs&>(all) = wanted;
    return all;
}

JobPage list_of_repository(Call& call, const RepositoryContext& place, Query<ListSortedJobs> wanted)
{
    return show(call, TRY(jobs_of_repository(call, place, wanted.value)));
}

JobPage list_of_run(Call& call, const RepositoryContext& place, Path<RunPath> path, Query<ListSortedJobs> wanted)
{
    const auto run = TRY(find_run(call.db(), place, path->run));
    return show(call, TRY(jobs_of_attempt(call, run, run.attempt, wanted.value)));
}

JobPage list_of_earlier(Call& call, const RepositoryContext& place, Path<AttemptPath> path, Query<ListJobs> wanted)
{
    const auto run = TRY(find_run(call.db(), place, path->run));
    if (!find_attempt(call.db(), run.id, path->attempt)) return not_found("the attempt");
    return show(call, TRY(jobs_of_attempt(call, run, path->attempt, unsorted(wanted.value))));
}

JobPage list_of_organization(Call& call, const organizations::StoredOrganization& organization, Query<ListJobs> wanted)
{
    return show(call, TRY(jobs_of_organization(call, organization, unsorted(wanted.value))));
}

JobPage list_of_caller(Call& call, Query<ListSortedJobs> wanted)
{
    return show(call, TRY(jobs_of_caller(call, wanted.value)));
}

JobPage list_of_site(Call& call, Query<ListSortedJobs> wanted)
{
    return show(call, TRY(jobs_of_site(call, wanted.value)));
}

Result<ActionWorkflowJob> get(Call& call, const RepositoryContext& place, Path<JobPath> path)
{
    const auto id = text::parse_integer(path->job_id, 1);
    if (!id) return not_found("the job");
    return show_job(call, TRY(find_job(call.db(), place, *id)).id);
}

// clang-format off
constexpr Operation job_operations[] = {
    {GET, "/repos/{owner}/{repo}/actions/jobs",                               scope::repository, reads_actions_signed_in, handle<list_of_repository>, 200, "listWorkflowJobs",           "List the jobs of a repository", {400, 422}, "WorkflowJobsList"},
    {GET, "/repos/{owner}/{repo}/actions/jobs/{job_id}",                      scope::repository, reads_actions_signed_in, handle<get>,                200, "getWorkflowJob",             "Get a job", {400}, "WorkflowJob"},
    {GET, "/repos/{owner}/{repo}/actions/runs/{run}/jobs",                    scope::repository, reads_actions,           handle<list_of_run>,        200, "listWorkflowRunJobs",        "List the jobs of a run's newest attempt", {400, 422}, "WorkflowJobsList"},
    {GET, "/repos/{owner}/{repo}/actions/runs/{run}/attempts/{attempt}/jobs", scope::repository, reads_actions,           handle<list_of_earlier>,    200, "listWorkflowRunAttemptJobs", "List the jobs of one of a run's attempts", {400}, "WorkflowJobsList"},
};
constexpr Operation organization_operations[] = {
    {GET, "/orgs/{org}/actions/jobs", scope::organization, organizations::belongs_to_organization, handle<list_of_organization>, 200, "getOrgWorkflowJobs", "List the jobs of an organization's repositories", {400}, "WorkflowJobsList"},
};
constexpr Operation own_operations[] = {
    {GET, "/user/actions/jobs", scope::closed_to_public_only(scope::user), accounts::signed_in, handle<list_of_caller>, 200, "getUserWorkflowJobs", "List the jobs of the caller's repositories", {400, 404, 422}, "WorkflowJobsList"},
};
constexpr Operation site_operations[] = {
    {GET, "/admin/actions/jobs", scope::admin, accounts::administers_site, handle<list_of_site>, 200, "listAdminWorkflowJobs", "List the jobs of the site", {400, 404, 422}, "WorkflowJobsList"},
};
// clang-format on
static_assert(well_formed(job_operations) && well_formed(organization_operations) && well_formed(own_operations)
              && well_formed(site_operations));

} // namespace

const Table job_table{"repository", job_operations};
const Table organization_job_table{"organization", organization_operations};
const Table own_job_table{"user", own_operations};
const Table site_job_table{"admin", site_operations};

} // namespace cairn::actions
