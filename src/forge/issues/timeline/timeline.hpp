// What was said about an issue and what happened to it: rows of one table, in one order.
#pragma once

#include "base/reflect.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::issues {

enum class EventKind : std::uint8_t {
    comment,
    review,
    code,
    close,
    reopen,
    lock,
    unlock,
    pin,
    unpin,
    label,
    milestone,
    assignees,
    change_title,
    change_issue_ref,
    added_deadline,
    removed_deadline,
    modified_deadline,
    add_dependency,
    remove_dependency,
    start_tracking,
    cancel_tracking,
    stop_tracking,
    add_time_manual,
    delete_time_manual,
    change_time_estimate,
    issue_ref,
    pull_ref,
    comment_ref,
    commit_ref,
    merge_pull,
    pull_push,
    review_request,
    dismiss_review,
    change_target_branch,
    delete_branch,
    project,
    project_board,
    pull_scheduled_merge,
    pull_cancel_scheduled_merge,
    transferred // from another repository
};
BOOST_DESCRIBE_ENUM(EventKind, comment, review, code, close, reopen, lock, unlock, pin, unpin, label, milestone,
                    assignees, change_title, change_issue_ref, added_deadline, removed_deadline, modified_deadline,
                    add_dependency, remove_dependency, start_tracking, cancel_tracking, stop_tracking, add_time_manual,
                    delete_time_manual, change_time_estimate, issue_ref, pull_ref, comment_ref, commit_ref, merge_pull,
                    pull_push, review_request, dismiss_review, change_target_branch, delete_branch, project,
                    project_board, pull_scheduled_merge, pull_cancel_scheduled_merge, transferred)

// What a reference does to the issue that it refers to, when it comes from a commit or from a pull that is merged.
enum class RefAction : std::uint8_t { none, closes, reopens, neutered };
BOOST_DESCRIBE_ENUM(RefAction, none, closes, reopens, neutered)

struct StoredComment {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t repository_id = 0;
    EventKind kind = EventKind::comment;
    std::optional<std::int64_t> poster_id; // none: the account is gone
    std::string body{};
    std::string old_text{}; // the title or the ref before
    std::string new_text{};
    std::int64_t label_id = 0;
    std::int64_t old_milestone_id = 0;
    std::int64_t milestone_id = 0;
    std::optional<std::int64_t> assignee_id{};
    std::int64_t assignee_team_id = 0;
    bool removed = false; // of an assignee: no longer is
    std::optional<std::int64_t> dependent_issue_id{};
    std::optional<std::int64_t> ref_issue_id{}; // where the reference stands
    std::int64_t ref_comment_id = 0;
    RefAction ref_action = RefAction::none;
    std::string commit_sha{};
    std::int64_t tracked_time_id = 0;
    std::int64_t old_project_id = 0;
    std::int64_t project_id = 0;
    std::int64_t review_id = 0;
    std::optional<std::int64_t> resolver_id{};
    Time created_at{};
    Time updated_at{};
};
BOOST_DESCRIBE_STRUCT(StoredComment, (),
                      (id, issue_id, repository_id, kind, poster_id, body, old_text, new_text, label_id,
                       old_milestone_id, milestone_id, assignee_id, assignee_team_id, removed, dependent_issue_id,
                       ref_issue_id, ref_comment_id, ref_action, commit_sha, tracked_time_id, old_project_id,
                       project_id, review_id, resolver_id, created_at, updated_at))

// Adds it to the issue's timeline, which updates the issue; fills in its id and its times. What is said (comment) is
// counted with the issue.
StoredComment add_event(db::Transaction&, StoredComment);

// How many comments an issue has is told of those that were said and of the reviews of a pull request. As today's
// clients know it, a review is not counted when it comes, but with the next comment, also of a line.
void count_comments(db::Transaction&, std::int64_t issue_id);

std::optional<StoredComment> find_comment(db::Queries&, std::int64_t id);
// Those of these ids that are there, in the order of a timeline.
std::vector<StoredComment> find_comments(db::Queries&, const std::vector<std::int64_t>& ids);

// Who has said something about an issue, whoever came first first: their ids, so many at most.
std::vector<std::int64_t> speakers_of(db::Queries&, std::int64_t issue_id, std::int64_t most);

} // namespace cairn::issues
