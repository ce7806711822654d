// Lists of runs, of jobs and of tasks: of a repository, a workflow, an organization, a person and the site.
#pragma once

#include "actions/show.hpp"
#include "organizations/guards.hpp"

namespace cairn::actions {

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

// The page of the runs that the caller may read and that fit, the newest first. Errc::bad_request for a status that
// there is not, Errc::not_found for an actor that there is not.
Result<Page<StoredRun>> runs_of_repository(const api::Call&, const RepositoryContext&, const ListRuns&);
Result<Page<StoredRun>> runs_of_organization(const api::Call&, const organizations::StoredOrganization&,
                                             const ListRuns&);
Result<Page<StoredRun>> runs_of_caller(const api::Call&, const ListRuns&);
Result<Page<StoredRun>> runs_of_site(const api::Call&, const ListRuns&);
// They stay when the file is gone; Errc::not_found also for a workflow that there is not and that has never run.
Result<Page<StoredRun>> runs_of_workflow(const api::Call&, const RepositoryContext&, const std::string& file,
                                         const ListRuns&);

struct ListJobs : Paging {
    std::string status;
};
BOOST_DESCRIBE_STRUCT(ListJobs, (Paging), (status))
constexpr auto notes(const ListJobs*)
{
    return std::array{Note{"status",
                           "only jobs in this state (queued, waiting, in_progress, completed) or with this "
                           "conclusion; several may be named"}};
}

struct ListSortedJobs : ListJobs {
    std::string sort;
    std::string order;
};
BOOST_DESCRIBE_STRUCT(ListSortedJobs, (ListJobs), (sort, order))
constexpr auto notes(const ListSortedJobs*)
{
    return std::array{Note{"sort", "what to sort by: id"}, Note{"order", "asc or desc"}};
}

// The same for jobs, the oldest first unless asked otherwise. Errc::unprocessable for an order that there is not,
// Errc::bad_request for a status that there is not.
Result<Page<ListedJob>> jobs_of_repository(const api::Call&, const RepositoryContext&, const ListSortedJobs&);
Result<Page<ListedJob>> jobs_of_organization(const api::Call&, const organizations::StoredOrganization&,
                                             const ListSortedJobs&);
Result<Page<ListedJob>> jobs_of_caller(const api::Call&, const ListSortedJobs&);
Result<Page<ListedJob>> jobs_of_site(const api::Call&, const ListSortedJobs&);
Result<Page<ListedJob>> jobs_of_attempt(const api::Call&, const StoredRun&, std::int64_t attempt,
                                        const ListSortedJobs&);

// A task with what it shows of its job and its run.
struct ListedTask {
    std::int64_t id = 0;
    std::string name;
    std::string status;
    Time created_at;
    Time updated_at;
    Time started_at;
    std::int64_t run_id = 0;
    std::int64_t number = 0;
    std::string file;
    std::string title;
    std::string event;
    std::string ref;
    std::string head_sha;
};
BOOST_DESCRIBE_STRUCT(ListedTask, (),
                      (id, name, status, created_at, updated_at, started_at, run_id, number, file, title, event, ref,
                       head_sha))

// The page of those of a repository, the newest first.
Page<ListedTask> tasks_of_repository(const api::Call&, const RepositoryContext&, const Paging&);

} // namespace cairn::actions
