// The timeline of an issue: what was said and what happened, in one list, and how the API shows it.
#pragma once

#include "issues/time/tracked_time.hpp"
#include "issues/timeline/comment.hpp"
#include "organizations/team.hpp"

namespace cairn::issues {

struct TimelineComment {
    std::int64_t id = 0;
    EventKind type = EventKind::comment;
    std::string html_url;
    std::string pull_request_url;
    std::string issue_url;
    std::optional<accounts::User> user;
    std::string body;
    Time created_at;
    Time updated_at;
    std::int64_t old_project_id = 0;
    std::int64_t project_id = 0;
    std::optional<Milestone> old_milestone;
    std::optional<Milestone> milestone;
    std::optional<TrackedTime> tracked_time;
    std::string old_title;
    std::string new_title;
    std::string old_ref;
    std::string new_ref;
    std::optional<Issue> ref_issue;
    std::optional<Comment> ref_comment;
    RefAction ref_action = RefAction::none;
    std::string ref_commit_sha;
    std::int64_t review_id = 0;
    std::optional<Label> label;
    std::optional<accounts::User> assignee;
    std::optional<organizations::Team> assignee_team;
    bool removed_assignee = false;
    std::optional<accounts::User> resolve_doer;
    std::optional<Issue> dependent_issue;
};
BOOST_DESCRIBE_STRUCT(TimelineComment, (),
                      (id, type, html_url, pull_request_url, issue_url, user, body, created_at, updated_at,
                       old_project_id, project_id, old_milestone, milestone, tracked_time, old_title, new_title,
                       old_ref, new_ref, ref_issue, ref_comment, ref_action, ref_commit_sha, review_id, label, assignee,
                       assignee_team, removed_assignee, resolve_doer, dependent_issue))
constexpr auto notes(const TimelineComment*)
{
    return std::array{
        Note{"",
             "Something that was said about an issue or that happened to it. The type tells which members mean"
             " something; the others are null, empty or 0"},
        Note{"body", "what was said; of a label \"1\" if it was put on, of a deadline its day"},
        Note{"ref_issue", "where the issue was referred to"},
        Note{"ref_action", "none, closes, reopens, or neutered where the reference is there no longer"},
        Note{"old_ref", "the branch before; of one that was moved, where it was, as owner/name#7, if you may read it"},
        Note{"removed_assignee", "the assignee is none any more"},
        Note{"resolve_doer", "who has said that it is done"},
    };
}

struct ListTimeline : Paging {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListTimeline, (Paging), (since, before))
constexpr auto notes(const ListTimeline*)
{
    return std::array{Note{"since", "not updated before this time"}, Note{"before", "not updated after this time"}};
}

// One page of it, the oldest first. What refers to the issue from where the caller may not look is not in it.
std::vector<StoredComment> list_timeline(const api::View&, const IssueContext&, const ListTimeline&);

// The ids of all of it, in the same order: what a page has to know that shows a part of it.
std::vector<std::int64_t> timeline_ids(const api::View&, const IssueContext&);

// In their order, with all that they tell of, in a few statements.
std::vector<TimelineComment> show_timeline(const api::View&, const IssueContext&, const std::vector<StoredComment>&);

} // namespace cairn::issues
