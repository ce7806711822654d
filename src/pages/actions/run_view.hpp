// The page of a run: what it is about, its jobs, artifacts and attempts, and what one of its jobs has said.
#pragma once

#include "actions/step.hpp"
#include "pages/actions/job_log.hpp"
#include "pages/actions/run_annotations.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

struct RunSummary {
    std::string base; // "/ada/tool/actions/runs/5"
    std::int64_t id = 0;
    std::int64_t number = 0;
    std::string title{};
    std::string state{};
    bool over = false;
    bool unapproved = false; // somebody has to look at it first
    std::string file{};
    std::string workflow{}; // as it calls itself
    std::string event{};
    std::string branch{};
    std::string tag{};
    std::string commit{};
    std::int64_t pull = 0;
    std::string actor{}; // empty: whoever it was is gone
    Time created_at{};
    std::string took{};
    std::int64_t attempt = 1;
    bool newest = true; // the attempt that is shown
    bool may_cancel = false;
    bool may_rerun = false;
    bool may_rerun_failed = false;
    bool may_approve = false;
    bool may_delete = false;
};
BOOST_DESCRIBE_STRUCT(RunSummary, (),
                      (base, id, number, title, state, over, unapproved, file, workflow, event, branch, tag, commit,
                       pull, actor, created_at, took, attempt, newest, may_cancel, may_rerun, may_rerun_failed,
                       may_approve, may_delete))

struct RunJob {
    std::int64_t id = 0;
    std::string name;
    std::string state{};
    std::string took{};
    std::string needs{}; // names of those that it waits for
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(RunJob, (), (id, name, state, took, needs, current))

// Jobs that can run at the same time, because they wait for those of the stages before alone.
struct RunStage {
    std::vector<RunJob> jobs{};
};
BOOST_DESCRIBE_STRUCT(RunStage, (), (jobs))

struct RunArtifact {
    std::int64_t id = 0;
    std::string name;
    std::int64_t size = 0;
    bool expired = false;
    Time expires_at{};
};
BOOST_DESCRIBE_STRUCT(RunArtifact, (), (id, name, size, expired, expires_at))

struct RunAttempt {
    std::int64_t number = 1;
    std::string state{};
    Time created_at{};
    bool current = false;
};
BOOST_DESCRIBE_STRUCT(RunAttempt, (), (number, state, created_at, current))

struct ShownJob {
    std::int64_t id = 0;
    std::string name;
    std::string state{};
    bool over = false;
    std::string runner{};
    std::vector<std::string> labels{};
    std::int64_t runners = 0; // that have these labels
    std::int64_t online = 0;
    std::vector<std::string> runner_names{}; // some of these, for who may change something here
    bool may_rerun = false;
    bool has_log = false;
    bool expired = false; // it had one
    std::string address{};
    std::string with_times{}; // the same page, with times or without
    std::string live{};       // where events come from as long as it is at work, with the site's root
    bool times = false;
    std::string q{};
    LogMatches found{};
    Stream<LogPiece> log{};
};
BOOST_DESCRIBE_STRUCT(LogMatches, (), (shown, total, cut))
BOOST_DESCRIBE_STRUCT(ShownJob, (),
                      (id, name, state, over, runner, labels, runners, online, runner_names, may_rerun, has_log,
                       expired, address, with_times, live, times, q, found, log))

struct RunView {
    PageHead head{};
    RepositoryPlace place;
    RunSummary run;
    std::vector<RunJob> jobs{};
    std::vector<RunStage> stages{}; // of a run's own page, where there are several
    std::vector<RunArtifact> artifacts{};
    std::int64_t more_artifacts = 0;
    std::vector<RunAttempt> attempts{}; // where there are several
    std::optional<ShownJob> job{};
    RunAnnotations annotations{};
    std::string progress{}; // the page that says how far it is, with the site's root
};
BOOST_DESCRIBE_STRUCT(RunView, (),
                      (head, place, run, jobs, stages, artifacts, more_artifacts, attempts, job, annotations, progress))

// What the head of a run's pages says.
RunSummary run_summary(const api::Call&, const repositories::RepositoryContext&, const actions::StoredRun&);

// In the given attempt, with the given job; 0: the one that is looked for first, which is one that has failed.
Result<RunView> run_view(const api::Call&, const repositories::RepositoryContext&, const actions::StoredRun&,
                         std::int64_t attempt, std::int64_t job_id, const LogQuery&);

// By what waits for what.
std::vector<RunStage> stages_of(const std::vector<actions::StoredJob>&, const std::vector<RunJob>&);

std::string run_address(const repositories::RepositoryContext&, std::int64_t run_id);

} // namespace cairn::pages
