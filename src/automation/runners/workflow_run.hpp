// A run of a workflow as the API shows it: by itself (src/actions fills it), and in part inside of artifacts.
#pragma once

#include "repositories/show.hpp"

namespace cairn::runners {

struct PullRequestMinimalHeadRepo {
    std::int64_t id = 0;
    std::string url;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(PullRequestMinimalHeadRepo, (), (id, url, name))

struct PullRequestMinimalHead {
    std::string ref;
    std::string sha;
    PullRequestMinimalHeadRepo repo;
};
BOOST_DESCRIBE_STRUCT(PullRequestMinimalHead, (), (ref, sha, repo))

struct PullRequestMinimal {
    std::int64_t id = 0;
    std::int64_t number = 0;
    std::string url;
    PullRequestMinimalHead head;
    PullRequestMinimalHead base;
};
BOOST_DESCRIBE_STRUCT(PullRequestMinimal, (), (id, number, url, head, base))
constexpr auto notes(const PullRequestMinimal*)
{
    return std::array{Note{"", "A pull request, with just enough to find it"}};
}

struct ActionWorkflowRun {
    std::int64_t id = 0;
    std::string url;
    std::optional<std::string> previous_attempt_url;
    std::string html_url;
    std::string jobs_url;
    std::string logs_url;
    std::string artifacts_url;
    std::string cancel_url;
    std::string rerun_url;
    std::string display_title;
    std::string path;
    std::string event;
    std::int64_t run_attempt = 0;
    std::int64_t run_number = 0;
    std::int64_t repository_id = 0;
    std::string head_sha;
    std::string head_branch;
    std::string status;
    std::optional<accounts::User> actor;
    std::optional<accounts::User> trigger_actor;
    std::optional<repositories::Repository> repository;
    std::optional<repositories::Repository> head_repository;
    std::string conclusion;
    std::optional<std::vector<PullRequestMinimal>> pull_requests; // null where a run is only named
    Time created_at;
    Time updated_at;
    Time started_at;
    Time completed_at;
};
BOOST_DESCRIBE_STRUCT(ActionWorkflowRun, (),
                      (id, url, previous_attempt_url, html_url, jobs_url, logs_url, artifacts_url, cancel_url,
                       rerun_url, display_title, path, event, run_attempt, run_number, repository_id, head_sha,
                       head_branch, status, actor, trigger_actor, repository, head_repository, conclusion,
                       pull_requests, created_at, updated_at, started_at, completed_at))
constexpr auto notes(const ActionWorkflowRun*)
{
    return std::array{
        Note{"", "A run of a workflow"},
        Note{"previous_attempt_url", "the attempt before this one; null for the first"},
        Note{"display_title", "the first line of the commit's message, or the title of the pull request"},
        Note{"path", "the workflow's file and the reference that it was read at"},
        Note{"run_attempt", "counted from 1"},
        Note{"run_number", "counted from 1 in each repository"},
        Note{.member = "repository_id", .omit_empty = true},
        Note{.member = "head_branch", .doc = "absent where it was started for no branch", .omit_empty = true},
        Note{"status", "queued, waiting, in_progress or completed"},
        Note{.member = "actor", .doc = "who has caused the run", .omit_empty = true},
        Note{.member = "trigger_actor", .doc = "who wanted this attempt", .omit_empty = true},
        Note{.member = "repository", .omit_empty = true},
        Note{.member = "head_repository", .omit_empty = true},
        Note{.member = "conclusion",
             .doc = "success, failure, cancelled or skipped, once completed",
             .omit_empty = true},
    };
}

} // namespace cairn::runners
