#include "pulls/review/reviewing.hpp"

#include "db/database.hpp"
#include "events/events.hpp"
#include "pulls/merge/schedule.hpp"

namespace cairn::pulls {

using issues::Change;
using issues::EventKind;

namespace {

// Of one person only the last verdict counts, and nobody waits any more for somebody who has answered.
void replace_earlier(const Change& change, const StoredReview& review)
{
    auto& tx = change.tx;
    tx.run("DELETE FROM review WHERE issue_id = $1 AND reviewer_id = $2 AND state = 'REQUEST_REVIEW'", review.issue_id,
           review.reviewer_id);
    if (!is_verdict(review.state)) return;
    tx.run("UPDATE review SET official = FALSE WHERE issue_id = $1 AND reviewer_id = $2 AND id <> $3", review.issue_id,
           review.reviewer_id, review.id);
    tx.run("UPDATE review SET dismissed = TRUE WHERE issue_id = $1 AND reviewer_id = $2 AND id <> $3"
           " AND state IN ('APPROVED', 'REQUEST_CHANGES')",
           review.issue_id, review.reviewer_id, review.id);
    tx.run("DELETE FROM review WHERE issue_id = $1 AND state = 'REQUEST_REVIEW'"
           " AND team_id IN (SELECT team_id FROM team_member WHERE account_id = $2)",
           review.issue_id, review.reviewer_id);
}

std::string_view deed(ReviewState state)
{
    switch (state) {
    case ReviewState::approved: return "approve";
    case ReviewState::request_changes: return "reject";
    default: return "comment";
    }
}

void publish(const Change& change, const StoredReview& review, const issues::Meant& meant)
{
    auto& tx = change.tx;
    replace_earlier(change, review);
    auto event = change.event(EventKind::review);
    event.body = review.body;
    event.review_id = review.id;
    event = issues::add_event(tx, std::move(event));
    tx.run("UPDATE pull_request SET review_comment_count = review_comment_count + 1 WHERE issue_id = $1",
           review.issue_id);
    issues::add_activity(change, deed(review.state), review.body, event.id);
    if (!meant.targets.empty())
        issues::write_references(tx, {change.issue, event.id, change.actor_id}, meant.targets, true);
    issues::add_mentioned(tx, review.issue_id, meant.mentioned);
    look_at_schedule_of(tx, review.issue_id);
    change.events.tell(
        tx, events::Reviewed{change.told(), review.id, event.id, std::string(word_of(review.state)), meant.mentioned});
}

// A draft, or a request.
void delete_unsaid(db::Transaction& tx, std::int64_t id)
{
    tx.run("DELETE FROM comment WHERE review_id = $1 AND kind = 'code'", id);
    tx.run("DELETE FROM review WHERE id = $1", id);
}

void write_dismissal(const Change& change, const StoredReview& review, const std::string& message)
{
    auto event = change.event(EventKind::dismiss_review);
    event.body = message;
    event.review_id = review.id;
    event = issues::add_event(change.tx, std::move(event));
    look_at_schedule_of(change.tx, review.issue_id);
    change.events.tell(change.tx, events::ReviewDismissed{change.told(), review.id, event.id});
}

} // namespace

Result<StoredReview> write_review(const Change& change, const Opinion& opinion)
{
    auto& tx = change.tx;
    if (is_verdict(opinion.state) && change.issue.closed)
        return fail(Errc::unprocessable, "the pull request is closed");
    const auto draft = opinion.apart ? std::nullopt : find_draft(tx, change.issue.id, change.actor_id);
    StoredReview review = draft.value_or(StoredReview{.issue_id = change.issue.id, .reviewer_id = change.actor_id});
    review.state = opinion.state;
    review.body = opinion.body;
    review.commit_id = opinion.commit_id;
    review.stale = opinion.stale;
    review.official = opinion.official;
    if (draft) {
        review.updated_at = Time::now();
        tx.run("UPDATE review SET state = $2, body = $3, commit_id = $4, stale = $5, official = $6, updated_at = $7"
               " WHERE id = $1",
               review.id, review.state, review.body, review.commit_id, review.stale, review.official,
               review.updated_at);
    } else {
        review = insert_review(tx, std::move(review));
    }
    for (const auto& remark : opinion.remarks) insert_line_comment(change, review.id, remark.place, remark.body);
    if (review.state != ReviewState::pending) publish(change, review, opinion.meant);
    return review;
}

void delete_review(const Change& change, const StoredReview& review)
{
    auto& tx = change.tx;
    const auto published = tx.run("DELETE FROM comment WHERE review_id = $1 AND kind = 'review'", review.id);
    tx.run("DELETE FROM comment WHERE review_id = $1 AND kind = 'code'", review.id);
    tx.run("DELETE FROM review WHERE id = $1", review.id);
    look_at_schedule_of(tx, review.issue_id);
    if (published == 0) return;
    tx.run("UPDATE pull_request SET review_comment_count = review_comment_count - $2 WHERE issue_id = $1",
           review.issue_id, published);
    issues::count_comments(tx, review.issue_id);
    issues::touch_issue(tx, change.issue);
}

void dismiss_review(const Change& change, StoredReview& review, const std::string& message, bool priors)
{
    if (priors)
        change.tx.run("UPDATE review SET dismissed = TRUE WHERE issue_id = $1 AND reviewer_id = $2 AND id <> $3"
                      " AND state IN ('APPROVED', 'REQUEST_CHANGES')",
                      review.issue_id, review.reviewer_id, review.id);
    if (review.dismissed) return;
    review.dismissed = true;
    review.updated_at = Time::now();
    change.tx.run("UPDATE review SET dismissed = TRUE, updated_at = $2 WHERE id = $1", review.id, review.updated_at);
    write_dismissal(change, review, message);
}

void restore_review(const Change& change, StoredReview& review)
{
    if (!review.dismissed) return;
    review.dismissed = false;
    review.updated_at = Time::now();
    change.tx.run("UPDATE review SET dismissed = FALSE, updated_at = $2 WHERE id = $1", review.id, review.updated_at);
    look_at_schedule_of(change.tx, review.issue_id);
    issues::touch_issue(change.tx, change.issue);
}

void outdate_reviews(db::Transaction& tx, const events::Bus& events, const events::PullPushed& pushed)
{
    if (!pushed.changed) return;
    tx.run("UPDATE review SET stale = (commit_id <> $2) WHERE issue_id = $1 AND commit_id <> ''", pushed.issue_id,
           pushed.after);
    const auto pull = find_pull(tx, pushed.issue_id);
    auto issue = issues::find_issue(tx, pushed.issue_id);
    const auto rule = pull ? rule_for(tx, *pull) : std::nullopt;
    if (!issue || !rule || !rule->dismiss_stale_approvals) return;
    const Change change{tx, events, pushed.actor_id, *issue};
    for (const auto& review : tx.all<StoredReview>(
             "UPDATE review SET dismissed = TRUE, updated_at = $2 WHERE issue_id = $1 AND state = 'APPROVED'"
             " AND stale AND NOT dismissed RETURNING *",
             pushed.issue_id, Time::now()))
        write_dismissal(change, review, "");
}

void reweigh_reviews(db::Transaction& tx, const events::PullRetargeted& retargeted)
{
    const auto pull = find_pull(tx, retargeted.issue_id);
    const auto repository = repositories::find_repository(tx, retargeted.repository_id);
    if (!pull || !repository) return;
    // Of each person the last that they have said or were asked; the rest has no weight in any case.
    for (const auto& review : tx.all<StoredReview>(
             "SELECT * FROM review WHERE issue_id = $1 AND NOT dismissed AND id IN (SELECT MAX(id) FROM review"
             " WHERE issue_id = $1 AND state IN ('APPROVED', 'REQUEST_CHANGES', 'REQUEST_REVIEW')"
             " GROUP BY reviewer_id, team_id)",
             retargeted.issue_id)) {
        const auto person = accounts::find_account(tx, review.reviewer_id);
        const auto team = organizations::find_team(tx, review.team_id);
        const bool official =
            person ? is_official(tx, *repository, *pull, *person) : team && is_official(tx, *pull, *team);
        tx.run("UPDATE review SET official = $2 WHERE id = $1", review.id, official);
    }
}

void part_reviewers(db::Transaction& tx, const events::AccountBlocked& blocked)
{
    for (const auto id : tx.all<std::int64_t>(
             "SELECT v.id FROM review v JOIN issue i ON i.id = v.issue_id JOIN repository r ON r.id = i.repository_id"
             " WHERE v.reviewer_id = $1 AND v.state IN ('PENDING', 'REQUEST_REVIEW') AND r.owner_id = $2",
             blocked.blocked_id, blocked.blocker_id))
        delete_unsaid(tx, id);
}

void forget_reviewer(db::Transaction& tx, const events::AccountDeleted& deleted)
{
    for (const auto id :
         tx.all<std::int64_t>("SELECT id FROM review WHERE reviewer_id = $1 AND state IN ('PENDING', 'REQUEST_REVIEW')",
                              deleted.account_id))
        delete_unsaid(tx, id);
}

} // namespace cairn::pulls
