// Timelines: what was said about issues and what happened to them, and the reviews of pull requests.
#include <cstdlib>

#include "base/text.hpp"
#include "import/authors.hpp"
#include "import/kinds.hpp"
#include "issues/time/tracked_time.hpp"
#include "issues/timeline/timeline.hpp"
#include "pulls/review/line_comment.hpp"
#include "pulls/review/review.hpp"

namespace cairn::import {

using issues::EventKind;

namespace {

// By the number in the column `type`.
constexpr auto kinds = [] {
    using enum EventKind;
    return std::array{comment,
                      reopen,
                      close,
                      issue_ref,
                      commit_ref,
                      comment_ref,
                      pull_ref,
                      label,
                      milestone,
                      assignees,
                      change_title,
                      delete_branch,
                      start_tracking,
                      stop_tracking,
                      add_time_manual,
                      cancel_tracking,
                      added_deadline,
                      modified_deadline,
                      removed_deadline,
                      add_dependency,
                      remove_dependency,
                      code,
                      review,
                      lock,
                      unlock,
                      change_target_branch,
                      delete_time_manual,
                      review_request,
                      merge_pull,
                      pull_push,
                      project,
                      project_board,
                      dismiss_review,
                      change_issue_ref,
                      pull_scheduled_merge,
                      pull_cancel_scheduled_merge,
                      pin,
                      unpin,
                      change_time_estimate};
}();

struct ReviewRow {
    std::int64_t id = 0;
    std::int64_t type = 0;
    std::int64_t reviewer_id = 0;
    std::int64_t reviewer_team_id = 0;
    std::int64_t issue_id = 0;
    std::string content;
    bool official = false;
    std::string commit_id;
    bool stale = false;
    bool dismissed = false;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(ReviewRow, (),
                      (id, type, reviewer_id, reviewer_team_id, issue_id, content, official, commit_id, stale,
                       dismissed, created_unix, updated_unix))

struct CommentRow {
    std::int64_t id = 0;
    std::int64_t type = 0;
    std::int64_t poster_id = 0;
    std::string original_author;
    std::int64_t original_author_id = 0;
    std::int64_t issue_id = 0;
    std::int64_t label_id = 0;
    std::int64_t old_project_id = 0;
    std::int64_t project_id = 0;
    std::int64_t old_milestone_id = 0;
    std::int64_t milestone_id = 0;
    std::int64_t time_id = 0;
    std::int64_t assignee_id = 0;
    std::int64_t assignee_team_id = 0;
    bool removed_assignee = false;
    std::int64_t resolve_doer_id = 0;
    std::string old_title;
    std::string new_title;
    std::string old_ref;
    std::string new_ref;
    std::int64_t dependent_issue_id = 0;
    std::int64_t line = 0;
    std::string tree_path;
    std::string content;
    std::string patch;
    std::string commit_sha;
    std::int64_t review_id = 0;
    std::int64_t ref_issue_id = 0;
    std::int64_t ref_comment_id = 0;
    std::int64_t ref_action = 0;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(CommentRow, (),
                      (id, type, poster_id, original_author, original_author_id, issue_id, label_id, old_project_id,
                       project_id, old_milestone_id, milestone_id, time_id, assignee_id, assignee_team_id,
                       removed_assignee, resolve_doer_id, old_title, new_title, old_ref, new_ref, dependent_issue_id,
                       line, tree_path, content, patch, commit_sha, review_id, ref_issue_id, ref_comment_id, ref_action,
                       created_unix, updated_unix))

Outcome take_review(Batch& batch, ReviewRow& row)
{
    using enum pulls::ReviewState;
    constexpr std::array states{pending, approved, comment, request_changes, request_review};
    if (row.type < 0 || row.type >= static_cast<std::int64_t>(states.size()))
        return refuse("a kind of review that there is none of here", {});
    const auto issue = batch.issue(row.issue_id);
    if (!issue) return refuse("its pull request was not moved", {});
    const auto state = states[static_cast<std::size_t>(row.type)];
    const auto team = batch.find("teams", row.reviewer_team_id);
    const auto reviewer = batch.account(row.reviewer_id);
    if (!reviewer && !team && (state == pending || state == request_review))
        return refuse("whom it is of, or asks, was not moved", {});
    const auto id = batch.id_for(row.id);
    if (batch.tx.run("INSERT INTO review (id, issue_id, state, reviewer_id, team_id, body, commit_id, official, stale,"
                     " dismissed, created_at, updated_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING",
                     id, *issue, state, reviewer, state == request_review ? team : std::nullopt, row.content,
                     row.commit_id, row.official, row.stale, row.dismissed, row.created_unix, row.updated_unix)
        == 0)
        return refuse("there is a newer one of the same person", {});
    batch.remember(row.id, id);
    return {};
}

// Durations are written there as "|SECONDS" these days, and were words before.
std::string body_of(EventKind kind, const CommentRow& row)
{
    using enum EventKind;
    const bool is_time =
        kind == stop_tracking || kind == add_time_manual || kind == delete_time_manual || kind == change_time_estimate;
    if (!is_time || !row.content.starts_with('|')) return row.content;
    const auto seconds = text::parse_integer(std::string_view(row.content).substr(1));
    return seconds ? issues::duration_words(*seconds) : row.content;
}

struct Referred {
    std::int64_t label = 0;
    std::int64_t review = 0;
    std::int64_t old_project = 0;
    std::int64_t project = 0;
    std::optional<std::int64_t> dependent{};
    std::optional<std::int64_t> reference{};
};

// Events about something that was left behind, or is gone, tell nothing.
std::expected<Referred, Refusal> refer(Batch& batch, EventKind kind, const CommentRow& row)
{
    using enum EventKind;
    Referred to{.label = batch.find("labels", row.label_id).value_or(0),
                .review = batch.find("reviews", row.review_id).value_or(0),
                .dependent = batch.issue(row.dependent_issue_id),
                .reference = batch.issue(row.ref_issue_id)};
    const bool of_project = kind == project || kind == project_board;
    to.old_project = batch.find("projects", row.old_project_id).value_or(0);
    to.project = batch.find("projects", row.project_id).value_or(0);
    const bool lost = (of_project && to.old_project == 0 && to.project == 0) || (kind == label && to.label == 0)
        || (kind == code && to.review == 0) || ((kind == add_dependency || kind == remove_dependency) && !to.dependent)
        || ((kind == issue_ref || kind == pull_ref || kind == comment_ref) && !to.reference);
    if (lost) return refuse("what the event is about is gone, or was not moved", {});
    return to;
}

// There it is the whole patch of the file; what clients are shown begins with the hunk.
std::string hunk_of(const std::string& patch)
{
    constexpr std::string_view mark = "@@ -";
    if (patch.starts_with(mark)) return patch;
    const auto found = patch.find("\n" + std::string(mark));
    return found == patch.npos ? patch : patch.substr(found + 1);
}

void insert_line(Batch& batch, const CommentRow& row, std::int64_t id)
{
    batch.tx.run("INSERT INTO line_comment (comment_id, path, side, line, commit_id, head_id, diff_hunk)"
                 " VALUES ($1, $2, $3, $4, $5, $5, $6)",
                 id, row.tree_path, row.line < 0 ? pulls::Side::old_file : pulls::Side::new_file, std::abs(row.line),
                 row.commit_sha, hunk_of(row.patch));
}

Outcome take(Batch& batch, CommentRow& row)
{
    if (row.type < 0 || row.type >= static_cast<std::int64_t>(kinds.size()))
        return refuse("a kind of event that there is none of here", {});
    const auto issue = batch.issue(row.issue_id);
    if (!issue) return refuse("its issue was not moved", {});
    const auto kind = kinds[static_cast<std::size_t>(row.type)];
    const auto to = TRY(refer(batch, kind, row));
    const auto id = batch.id_for(row.id);
    const bool foreign = !row.original_author.empty();
    const auto poster = foreign ? std::nullopt : batch.account(row.poster_id);
    const auto action = static_cast<issues::RefAction>(row.ref_action > 0 && row.ref_action < 4 ? row.ref_action : 0);
    batch.tx.run(
        "INSERT INTO comment (id, issue_id, repository_id, kind, poster_id, body, old_text, new_text, label_id,"
        " old_milestone_id, milestone_id, assignee_id, assignee_team_id, removed, dependent_issue_id, ref_issue_id,"
        " ref_comment_id, ref_action, commit_sha, tracked_time_id, review_id, resolver_id, created_at, updated_at, "
        "old_project_id,"
        " project_id)"
        " VALUES ($1, $2, (SELECT repository_id FROM issue WHERE id = $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,"
        " $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)",
        id, *issue, kind, poster, body_of(kind, row), row.old_title.empty() ? row.old_ref : row.old_title,
        row.new_title.empty() ? row.new_ref : row.new_title, to.label,
        batch.find("milestones", row.old_milestone_id).value_or(0),
        batch.find("milestones", row.milestone_id).value_or(0), batch.account(row.assignee_id),
        batch.find("teams", row.assignee_team_id).value_or(0), row.removed_assignee, to.dependent, to.reference,
        row.ref_comment_id > 0 ? batch.id_for(row.ref_comment_id) : 0, action, row.commit_sha,
        batch.find("tracked times", row.time_id).value_or(0), to.review, batch.account(row.resolve_doer_id),
        row.created_unix, row.updated_unix, to.old_project, to.project);
    if (kind == EventKind::code) insert_line(batch, row, id);
    remember_author(batch, {row.poster_id, row.original_author, row.original_author_id}, poster, *issue, id);
    batch.remember(row.id, id);
    return {};
}

} // namespace

const Kind reviews_kind{.name = "reviews",
                        .table = "review",
                        .here = "review",
                        .ids = Ids::ordered,
                        .run = &move_rows<ReviewRow, &take_review>,
                        .needed = "id type reviewer_id issue_id"};
const Kind comments_kind{.name = "comments",
                         .table = "comment",
                         .here = "comment",
                         .ids = Ids::ordered,
                         .run = &move_rows<CommentRow, &take>,
                         .needed = "id type poster_id issue_id content"};

} // namespace cairn::import
