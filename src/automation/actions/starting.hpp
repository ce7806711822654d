// A workflow becomes a run: its jobs are planned, and wait for runners, for each other, or for an approval.
#pragma once

#include "actions/matrix.hpp"
#include "actions/progress.hpp"
#include "actions/workflow_files.hpp"
#include "runners/task.hpp"

namespace cairn::actions {

// Which workflow runs, where, and why.
struct Start {
    const RepositoryContext& place;
    WorkflowFile file;
    const Workflow& workflow;
    std::string event;
    std::string ref; // whole
    std::string head_sha;
    std::string title;
    std::string payload; // of the event
    std::int64_t actor_id = 0;
    std::string actor_name{};
    std::int64_t pull_id = 0;
    std::string head_ref{}; // the names of a pull request's branches
    std::string base_ref{};
    bool is_fork = false;
    bool needs_approval = false;
    runners::Texts inputs{}; // of a dispatch
};

// All that is to be known before a transaction: nothing of it takes long inside.
struct PlannedRun {
    StoredRun run; // without id and number
    std::string payload;
    std::vector<PlannedJob> jobs;
    bool cancels_others = false; // of its group
};

// Errc::unprocessable with words for whoever wrote the workflow.
Result<PlannedRun> plan_run(db::Queries&, const Start&);

StoredRun start_run(const Stage&, PlannedRun);

// Once more, with the jobs of these keys; the others are taken over as they were. Empty: all of them.
StoredRun start_attempt(const Stage&, StoredRun, std::int64_t actor_id, const std::vector<std::string>& keys);

} // namespace cairn::actions
