#include "actions/listing.hpp"

#include "actions/workflow_files.hpp"
#include "db/composition.hpp"

namespace cairn::actions {

using api::Call;
using db::bound;
using organizations::StoredOrganization;

namespace {

// The filter `status`, which may be there several times.
Result<void> add_states(const Call& call, db::Composition& query, std::string_view column)
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

void begin_runs(db::Composition& query)
{
    static constexpr auto beginning =
        "SELECT " + run_columns + " FROM action_run a JOIN repository r ON r.id = a.repository_id WHERE ";
    query << db::Composition::Piece::trusted(beginning.text);
}

Result<void> add_filters(const Call& call, db::Composition& query, const ListRuns& wanted)
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

Result<Page<StoredRun>> find_runs(const Call& call, db::Composition& query, const ListRuns& wanted)
{
    TRY(add_filters(call, query, wanted));
    query << " ORDER BY a.id DESC";
    return call.db().page<StoredRun>(wanted, query);
}

void begin_jobs(db::Composition& query)
{
    static constexpr auto beginning = select_jobs + " WHERE ";
    query << db::Composition::Piece::trusted(beginning.text);
}

Result<bool> descending(const ListSortedJobs& wanted)
{
    if (!wanted.sort.empty() && wanted.sort != "id")
        return fail(Errc::unprocessable, "[sort]: jobs are not sorted by \"" + wanted.sort + "\"");
    if (!wanted.order.empty() && wanted.order != "asc" && wanted.order != "desc")
        return fail(Errc::unprocessable, "[order]: asc or desc is expected");
    return wanted.order == "desc";
}

Result<Page<ListedJob>> find_jobs(const Call& call, db::Composition& query, const ListSortedJobs& wanted)
{
    const bool is_descending = TRY(descending(wanted));
    TRY(add_states(call, query, "j.status"));
    if (is_descending) query << " ORDER BY j.id DESC";
    else query << " ORDER BY j.id";
    return call.db().page<ListedJob>(wanted, query);
}

} // namespace

Result<Page<StoredRun>> runs_of_repository(const Call& call, const RepositoryContext& place, const ListRuns& wanted)
{
    db::Composition query;
    begin_runs(query);
    query << "a.repository_id = " << bound(place.repository.id);
    return find_runs(call, query, wanted);
}

Result<Page<StoredRun>> runs_of_organization(const Call& call, const StoredOrganization& organization,
                                             const ListRuns& wanted)
{
    db::Composition query;
    begin_runs(query);
    query << "r.owner_id = " << bound(organization.id) << " AND ";
    access::add_reads(query, access::Viewer::of(call.caller), access::Unit::actions);
    return find_runs(call, query, wanted);
}

Result<Page<StoredRun>> runs_of_caller(const Call& call, const ListRuns& wanted)
{
    db::Composition query;
    begin_runs(query);
    query << "r.owner_id = " << bound(call.caller.id) << " AND ";
    access::add_sees(query, access::Viewer::of(call.caller));
    return find_runs(call, query, wanted);
}

Result<Page<StoredRun>> runs_of_site(const Call& call, const ListRuns& wanted)
{
    db::Composition query;
    begin_runs(query);
    access::add_sees(query, access::Viewer::of(call.caller));
    return find_runs(call, query, wanted);
}

Result<Page<StoredRun>> runs_of_workflow(const Call& call, const RepositoryContext& place, const std::string& file,
                                         const ListRuns& wanted)
{
    if (!find_workflow(call, place, file)
        && !call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM action_run WHERE repository_id = $1 AND file = $2)"
                                   " AS value",
                                   place.repository.id, file))
        return not_found("the workflow");
    db::Composition query;
    begin_runs(query);
    query << "a.repository_id = " << bound(place.repository.id) << " AND a.file = " << bound(file);
    return find_runs(call, query, wanted);
}

Result<Page<ListedJob>> jobs_of_repository(const Call& call, const RepositoryContext& place,
                                           const ListSortedJobs& wanted)
{
    db::Composition query;
    begin_jobs(query);
    query << "j.repository_id = " << bound(place.repository.id);
    return find_jobs(call, query, wanted);
}

Result<Page<ListedJob>> jobs_of_organization(const Call& call, const StoredOrganization& organization,
                                             const ListSortedJobs& wanted)
{
    db::Composition query;
    begin_jobs(query);
    query << "r.owner_id = " << bound(organization.id) << " AND ";
    access::add_reads(query, access::Viewer::of(call.caller), access::Unit::actions);
    return find_jobs(call, query, wanted);
}

Result<Page<ListedJob>> jobs_of_caller(const Call& call, const ListSortedJobs& wanted)
{
    db::Composition query;
    begin_jobs(query);
    query << "r.owner_id = " << bound(call.caller.id) << " AND ";
    access::add_sees(query, access::Viewer::of(call.caller));
    return find_jobs(call, query, wanted);
}

Result<Page<ListedJob>> jobs_of_site(const Call& call, const ListSortedJobs& wanted)
{
    db::Composition query;
    begin_jobs(query);
    access::add_sees(query, access::Viewer::of(call.caller));
    return find_jobs(call, query, wanted);
}

Result<Page<ListedJob>> jobs_of_attempt(const Call& call, const StoredRun& run, std::int64_t attempt,
                                        const ListSortedJobs& wanted)
{
    db::Composition query;
    begin_jobs(query);
    query << "j.run_id = " << bound(run.id) << " AND j.attempt = " << bound(attempt);
    return find_jobs(call, query, wanted);
}

Page<ListedTask> tasks_of_repository(const Call& call, const RepositoryContext& place, const Paging& paging)
{
    return call.db().page<ListedTask>(
        paging,
        "SELECT t.id, j.name, t.status, t.created_at, t.updated_at, t.started_at, a.id AS run_id, a.number, a.file,"
        " a.title, a.event, a.ref, a.head_sha FROM action_task t JOIN action_job j ON j.id = t.job_id"
        " JOIN action_run a ON a.id = j.run_id WHERE t.repository_id = $1 ORDER BY t.id DESC",
        place.repository.id);
}

} // namespace cairn::actions
