// Runs: the lists of a repository, a workflow, an organization, a person and the site; and one of them.
#include "accounts/guards.hpp"
#include "actions/show.hpp"
#include "actions/tables.hpp"
#include "actions/workflow_files.hpp"
#include "api/call.hpp"
#include "db/composition.hpp"
#include "organizations/guards.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;
using db::bound;

namespace {

struct ListRuns : Paging {
    std::string event;
    std::string branch;
    std::string status;
    std::string actor;
    std::string head_sha;
};
BOOST_DESCRIBE_STRUCT(ListRuns, (Paging), (event, branch, status, actor, head_sha))
constexpr auto notes(const ListRuns*)
{
    return std::array{
        Note{"event", "only runs that this event has started"},
        Note{"branch", "only runs for this branch"},
        Note{"status",
             "only runs in this state (queued, waiting, in_progress, completed) or with this conclusion; "
             "several may be named"},
        Note{"actor", "only runs that this person has caused"},
        Note{"head_sha", "only runs of this commit"},
    };
}

struct ListRepositoryRuns : ListRuns {
    bool exclude_pull_requests = false;
};
BOOST_DESCRIBE_STRUCT(ListRepositoryRuns, (ListRuns), (exclude_pull_requests))
constexpr auto notes(const ListRepositoryRuns*)
{
    return std::array{Note{"exclude_pull_requests", "leaves out which pull requests the runs are about"}};
}

struct ListWorkflowRuns : ListRepositoryRuns {
    std::int64_t scoped_workflow_source_repo_id = 0;
};
BOOST_DESCRIBE_STRUCT(ListWorkflowRuns, (ListRepositoryRuns), (scoped_workflow_source_repo_id))
constexpr auto notes(const ListWorkflowRuns*)
{
    return std::array{Note{.member = "scoped_workflow_source_repo_id",
                           .doc = "the repository that the workflow was taken from; all are the repository's own",
                           .format = "int64"}};
}

struct ActionWorkflowRunsResponse {
    std::vector<ActionWorkflowRun> workflow_runs;
    std::int64_t total_count = 0;
};
BOOST_DESCRIBE_STRUCT(ActionWorkflowRunsResponse, (), (workflow_runs, total_count))
constexpr auto notes(const ActionWorkflowRunsResponse*) { return std::array{Note{"", "A page of runs"}}; }

struct AttemptPath : RunPath {
    std::int64_t attempt = 0;
};
BOOST_DESCRIBE_STRUCT(AttemptPath, (RunPath), (attempt))
constexpr auto notes(const AttemptPath*) { return std::array{Note{"attempt", "which attempt, counted from 1"}}; }

using RunPage = Result<Counted<ActionWorkflowRunsResponse>>;

void begin(db::Composition& query)
{
    static constexpr auto beginning =
        "SELECT " + run_columns + " FROM action_run a JOIN repository r ON r.id = a.repository_id WHERE ";
    query << db::Composition::Piece::trusted(beginning.text);
}

Result<> add_filters(const Call& call, db::Composition& query, const ListRuns& wanted)
{
    if (!wanted.event.empty()) query << " AND a.event = " << bound(wanted.event);
    if (!wanted.branch.empty()) query << " AND a.ref = " << bound("refs/heads/" + wanted.branch);
    if (!wanted.head_sha.empty()) query << " AND a.head_sha = " << bound(wanted.head_sha);
    if (!wanted.actor.empty()) {
        const auto actor = accounts::find_account(call.db(), wanted.actor);
        if (!actor) return not_found("the actor");
        query << " AND a.actor_id = " << bound(actor->id);
    }
    return add_states(call, query, "a.status");
}

RunPage show(const Call& call, const Paging& paging, db::Composition& query, bool without_pulls = false)
{
    query << " ORDER BY a.id DESC";
    const auto found = call.db().page<StoredRun>(paging, query);
    Counted<ActionWorkflowRunsResponse> reply{
        .value = {.workflow_runs = show_runs(call, found.items), .total_count = found.total}, .total = found.total};
    if (without_pulls)
        for (auto& run : reply.value.workflow_runs) run.pull_requests->clear();
    return reply;
}

RunPage list_of_repository(Call& call, const RepositoryContext& place, Query<ListRepositoryRuns> wanted)
{
    db::Composition query;
    begin(query);
    query << "a.repository_id = " << bound(place.repository.id);
    TRY(add_filters(call, query, wanted.value));
    return show(call, wanted.value, query, wanted->exclude_pull_requests);
}

RunPage list_of_workflow(Call& call, const RepositoryContext& place, Path<WorkflowPath> path,
                         Query<ListWorkflowRuns> wanted)
{
    const auto workflow = find_workflow(call, place, path->workflow_id);
    // Its runs stay when the file is gone.
    if (!workflow
        && !call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM action_run WHERE repository_id = $1 AND file = $2)"
                                   " AS value",
                                   place.repository.id, path->workflow_id))
        return not_found("the workflow");
    db::Composition query;
    begin(query);
    query << "a.repository_id = " << bound(place.repository.id) << " AND a.file = " << bound(path->workflow_id);
    TRY(add_filters(call, query, wanted.value));
    return show(call, wanted.value, query, wanted->exclude_pull_requests);
}

RunPage list_of_organization(Call& call, const organizations::StoredOrganization& organization, Query<ListRuns> wanted)
{
    db::Composition query;
    begin(query);
    query << "r.owner_id = " << bound(organization.id) << " AND ";
    access::add_reads(query, access::Viewer::of(call.caller), access::Unit::actions);
    TRY(add_filters(call, query, wanted.value));
    return show(call, wanted.value, query);
}

RunPage list_of_caller(Call& call, Query<ListRuns> wanted)
{
    db::Composition query;
    begin(query);
    query << "r.owner_id = " << bound(call.caller.id) << " AND ";
    access::add_sees(query, access::Viewer::of(call.caller));
    TRY(add_filters(call, query, wanted.value));
    return show(call, wanted.value, query);
}

RunPage list_of_site(Call& call, Query<ListRuns> wanted)
{
    db::Composition query;
    begin(query);
    access::add_sees(query, access::Viewer::of(call.caller));
    TRY(add_filters(call, query, wanted.value));
    return show(call, wanted.value, query);
}

Result<ActionWorkflowRun> get(Call& call, const RepositoryContext& place, Path<RunPath> path)
{
    return show_run(call, TRY(find_run(call.db(), place, path->run)));
}

Result<ActionWorkflowRun> get_attempt(Call& call, const RepositoryContext& place, Path<AttemptPath> path)
{
    auto run = TRY(find_run(call.db(), place, path->run));
    const auto attempt = find_attempt(call.db(), run.id, path->attempt);
    if (!attempt) return not_found("the attempt");
    return show_attempt(call, std::move(run), *attempt);
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/actions/runs",                          scope::repository, reads_actions_signed_in, handle<list_of_repository>, 200, "getWorkflowRuns",         "List the runs of a repository", {400}, "WorkflowRunsList"},
    {GET, "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs",  scope::repository, reads_actions_signed_in, handle<list_of_workflow>,   200, "ActionsListWorkflowRuns", "List the runs of a workflow", {400}, "WorkflowRunsList"},
    {GET, "/repos/{owner}/{repo}/actions/runs/{run}",                    scope::repository, reads_actions,           handle<get>,                200, "GetWorkflowRun",          "Get a run", {400}, "WorkflowRun"},
    {GET, "/repos/{owner}/{repo}/actions/runs/{run}/attempts/{attempt}", scope::repository, reads_actions,           handle<get_attempt>,        200, "getWorkflowRunAttempt",   "Get a run as it was in one of its attempts", {400}, "WorkflowRun"},
};
constexpr Operation organization_operations[] = {
    {GET, "/orgs/{org}/actions/runs", scope::organization, organizations::belongs_to_organization, handle<list_of_organization>, 200, "getOrgWorkflowRuns", "List the runs of an organization's repositories", {400}, "WorkflowRunsList"},
};
constexpr Operation own_operations[] = {
    {GET, "/user/actions/runs", scope::closed_to_public_only(scope::user), accounts::signed_in, handle<list_of_caller>, 200, "getUserWorkflowRuns", "List the runs of the caller's repositories", {400, 404}, "WorkflowRunsList"},
};
constexpr Operation site_operations[] = {
    {GET, "/admin/actions/runs", scope::admin, accounts::administers_site, handle<list_of_site>, 200, "listAdminWorkflowRuns", "List the runs of the site", {400, 404}, "WorkflowRunsList"},
};
// clang-format on
static_assert(well_formed(operations) && well_formed(organization_operations) && well_formed(own_operations)
              && well_formed(site_operations));

} // namespace

Result<> add_states(const Call& call, db::Composition& query, std::string_view column)
{
    std::vector<Status> states;
    bool any = false;
    for (const auto& [name, word] : call.query) {
        if (name != "status" || word.empty()) continue;
        const auto meant = states_of(word);
        if (meant.empty()) return fail(Errc::bad_request, "no run or job is \"" + word + "\"");
        states.insert(states.end(), meant.begin(), meant.end());
        any = true;
    }
    if (any) query << " AND " << db::Composition::Piece::trusted(column) << " IN " << bound(states);
    return {};
}

const Table run_table{"repository", operations};
const Table organization_run_table{"organization", organization_operations};
const Table own_run_table{"user", own_operations};
const Table site_run_table{"admin", site_operations};

} // namespace cairn::actions
