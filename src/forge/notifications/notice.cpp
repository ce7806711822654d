#include "notifications/notice.hpp"

#include "db/database.hpp"
#include "jobs/job.hpp"

namespace cairn::notifications {

namespace {

Notice about(const events::OfIssue& event, NoticeKind kind)
{
    return {.kind = kind, .repository_id = event.repository_id, .issue_id = event.issue_id, .actor_id = event.actor_id};
}

std::string joined(const std::vector<std::int64_t>& ids)
{
    std::string list;
    for (const auto id : ids) list += (list.empty() ? "" : ",") + std::to_string(id);
    return list;
}

// Whether anybody may belong to the audience (audience.hpp), which has the last word.
bool may_have_audience(db::Queries& db, const Notice& notice)
{
    if (notice.issue_id == 0 || notice.concerns != 0 || !notice.mentioned.empty()) return true;
    return db.scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM watch WHERE repository_id = $1 AND NOT ignored AND account_id <> $2)"
        " OR EXISTS (SELECT 1 FROM issue WHERE id = $3 AND (comment_count > 0 OR poster_id <> $4))"
        " OR EXISTS (SELECT 1 FROM issue_subscription WHERE issue_id = $5)"
        " OR EXISTS (SELECT 1 FROM issue_assignee WHERE issue_id = $6)"
        " OR EXISTS (SELECT 1 FROM review WHERE issue_id = $7)"
        // Some want to read of what they do themselves.
        " OR EXISTS (SELECT 1 FROM account WHERE id = $8 AND email_notifications = 'andyourown') AS value",
        notice.repository_id, notice.actor_id, notice.issue_id, notice.actor_id, notice.issue_id, notice.issue_id,
        notice.issue_id, notice.actor_id);
}

// Whoever was assigned or asked before the issue was said to be open: by the same transaction, then.
void take_in(db::Transaction& tx, Notice& opened)
{
    for (const auto& before : tx.all<Notice>(
             "DELETE FROM notice WHERE issue_id = $1 AND actor_id = $2 AND kind IN ('assigned', 'asked') RETURNING *",
             opened.issue_id, opened.actor_id))
        (before.kind == NoticeKind::assigned ? opened.assigned : opened.asked) += std::to_string(before.concerns) + ",";
}

// Afterwards, as long as nobody has heard of the opening.
bool join_opening(db::Transaction& tx, const Notice& notice)
{
    const auto id = std::to_string(notice.concerns) + ",";
    if (notice.kind == NoticeKind::assigned)
        return tx.run("UPDATE notice SET assigned = assigned || $3 WHERE issue_id = $1 AND actor_id = $2"
                      " AND kind = 'opened' AND told = 0",
                      notice.issue_id, notice.actor_id, id)
            > 0;
    if (notice.kind == NoticeKind::asked)
        return tx.run("UPDATE notice SET asked = asked || $3 WHERE issue_id = $1 AND actor_id = $2"
                      " AND kind = 'opened' AND told = 0",
                      notice.issue_id, notice.actor_id, id)
            > 0;
    return false;
}

} // namespace

bool write_notice(db::Transaction& tx, const Notice& wanted)
{
    if (!may_have_audience(tx, wanted)) return false;
    if (join_opening(tx, wanted)) return true;
    auto notice = wanted;
    if (notice.kind == NoticeKind::opened) take_in(tx, notice);
    tx.run("INSERT INTO notice (kind, repository_id, issue_id, comment_id, actor_id, concerns, mentioned, assigned,"
           " asked, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
           notice.kind, notice.repository_id, notice.issue_id != 0 ? std::optional(notice.issue_id) : std::nullopt,
           notice.comment_id, notice.actor_id, notice.concerns, notice.mentioned, notice.assigned, notice.asked,
           Time::now());
    const auto repository = std::to_string(notice.repository_id);
    jobs::put(tx, {.kind = notification_job, .owner = repository, .key = repository});
    return true;
}

void follow_issue(db::Transaction& tx, const events::IssueMoved& moved)
{
    tx.run("UPDATE notification SET repository_id = $2 WHERE issue_id = $1", moved.issue_id, moved.repository_id);
    if (tx.run("UPDATE notice SET repository_id = $2 WHERE issue_id = $1", moved.issue_id, moved.repository_id) == 0)
        return;
    const auto repository = std::to_string(moved.repository_id);
    jobs::put(tx, {.kind = notification_job, .owner = repository, .key = repository});
}

std::optional<Notice> notice_of(const events::IssueOpened& opened)
{
    auto notice = about(opened, NoticeKind::opened);
    notice.mentioned = joined(opened.mentioned);
    return notice;
}

std::optional<Notice> notice_of(const events::Commented& commented)
{
    auto notice = about(commented, NoticeKind::commented);
    notice.comment_id = commented.comment_id;
    notice.mentioned = joined(commented.mentioned);
    return notice;
}

std::optional<Notice> notice_of(const events::IssueStateChanged& changed)
{
    return about(changed, changed.closed ? NoticeKind::closed : NoticeKind::reopened);
}

std::optional<Notice> notice_of(const events::IssueAssigned& assigned)
{
    // Whoever does it themselves knows, and nobody hears that there is less to do.
    if (assigned.removed || assigned.assignee_id == assigned.actor_id) return {};
    auto notice = about(assigned, NoticeKind::assigned);
    notice.concerns = assigned.assignee_id;
    return notice;
}

std::optional<Notice> notice_of(const events::TransferOffered& offered)
{
    return Notice{.kind = NoticeKind::offered,
                  .repository_id = offered.repository_id,
                  .actor_id = offered.actor_id,
                  .concerns = offered.recipient_id};
}

std::optional<Notice> notice_of(const events::ReviewRequested& requested)
{
    if (requested.removed) return {};
    auto notice = about(requested, requested.team_id != 0 ? NoticeKind::team_asked : NoticeKind::asked);
    notice.concerns = requested.team_id != 0 ? requested.team_id : requested.reviewer_id;
    return notice;
}

std::optional<Notice> notice_of(const events::Reviewed& reviewed)
{
    auto notice = about(reviewed, NoticeKind::reviewed);
    notice.comment_id = reviewed.comment_id;
    notice.mentioned = joined(reviewed.mentioned);
    return notice;
}

std::optional<Notice> notice_of(const events::ReviewDismissed& dismissed)
{
    auto notice = about(dismissed, NoticeKind::dismissed);
    notice.comment_id = dismissed.event_id;
    return notice;
}

std::optional<Notice> notice_of(const events::PullPushed& pushed) { return about(pushed, NoticeKind::pushed); }

std::optional<Notice> notice_of(const events::ReleaseChanged& changed)
{
    if (changed.act != events::ReleaseChanged::Act::published) return {};
    return Notice{.kind = NoticeKind::released,
                  .repository_id = changed.repository_id,
                  .actor_id = changed.actor_id,
                  .concerns = changed.release_id};
}

} // namespace cairn::notifications
