// Runs and jobs as the API shows them.
#pragma once

#include "actions/run.hpp"
#include "api/view.hpp"
#include "runners/workflow_run.hpp"

namespace cairn::actions {

using runners::ActionWorkflowRun;

struct ActionWorkflowStep {
    std::string name;
    std::int64_t number = 0;
    std::string status;
    std::string conclusion;
    Time started_at;
    Time completed_at;
};
BOOST_DESCRIBE_STRUCT(ActionWorkflowStep, (), (name, number, status, conclusion, started_at, completed_at))
constexpr auto notes(const ActionWorkflowStep*)
{
    return std::array{Note{"", "A step of a job"}, Note{"number", "counted from 0"},
                      Note{.member = "conclusion", .omit_empty = true}};
}

struct ActionWorkflowJob {
    std::int64_t id = 0;
    std::string url;
    std::string html_url;
    std::int64_t run_id = 0;
    std::string run_url;
    std::string name;
    std::vector<std::string> labels;
    std::int64_t run_attempt = 0;
    std::string head_sha;
    std::string head_branch;
    std::string status;
    std::string conclusion;
    std::int64_t runner_id = 0;
    std::string runner_name;
    std::vector<ActionWorkflowStep> steps;
    Time created_at;
    Time started_at;
    Time completed_at;
};
BOOST_DESCRIBE_STRUCT(ActionWorkflowJob, (),
                      (id, url, html_url, run_id, run_url, name, labels, run_attempt, head_sha, head_branch, status,
                       conclusion, runner_id, runner_name, steps, created_at, started_at, completed_at))
constexpr auto notes(const ActionWorkflowJob*)
{
    return std::array{
        Note{"", "A job of a run, in one of its attempts"},
        Note{"labels", "what a runner has to have to be given the job"},
        Note{.member = "head_branch", .omit_empty = true},
        Note{"status", "queued, waiting, in_progress or completed"},
        Note{.member = "conclusion",
             .doc = "success, failure, cancelled or skipped, once completed",
             .omit_empty = true},
        Note{.member = "runner_id", .doc = "who does it; absent as long as nobody does", .omit_empty = true},
        Note{.member = "runner_name", .omit_empty = true},
        Note{"steps", "empty as long as no runner has the job"},
    };
}

// A job and what it shows of its run and its repository: a row of the lists. select_jobs is their beginning.
struct ListedJob : StoredJob {
    std::string head_sha;
    std::string ref;
    std::string repository_name;
    std::string owner_name;
};
BOOST_DESCRIBE_STRUCT(ListedJob, (StoredJob), (head_sha, ref, repository_name, owner_name))
inline constexpr db::SqlText select_jobs = "SELECT " + job_columns
    + ", a.head_sha, a.ref, r.name AS repository_name, o.name AS owner_name FROM action_job j"
      " JOIN action_run a ON a.id = j.run_id JOIN repository r ON r.id = j.repository_id"
      " JOIN account o ON o.id = r.owner_id";

// In the order given; each in a few statements for all of them.
std::vector<ActionWorkflowRun> show_runs(const api::View&, std::span<const StoredRun>);
std::vector<ActionWorkflowJob> show_jobs(const api::View&, std::span<const ListedJob>);

ActionWorkflowRun show_run(const api::View&, const StoredRun&);
// The run as it was in that attempt.
ActionWorkflowRun show_attempt(const api::View&, StoredRun, const StoredAttempt&);
ActionWorkflowJob show_job(const api::View&, std::int64_t id);

// Where the run and its jobs are on the site.
std::string run_page(const config::Settings&, std::string_view owner, std::string_view repository, std::int64_t run_id);

} // namespace cairn::actions
