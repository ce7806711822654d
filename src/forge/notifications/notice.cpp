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
        " OR EXISTS (SELECT 1 FROM review WHERE issue_id = $7) AS value",
        notice.repository_id, notice.actor_id, notice.issue_id, notice.actor_id, notice.issue_id, notice.issue_id,
        notice.issue_id);
}

} // namespace

bool write_notice(db::Transaction& tx, const Notice& notice)
{
    if (!may_have_audience(tx, notice)) return false;
    tx.run("INSERT INTO notice (kind, repository_id, issue_id, comment_id, actor_id, concerns, mentioned, created_at)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
           notice.kind, notice.repository_id, notice.issue_id != 0 ? std::optional(notice.issue_id) : std::nullopt,
           notice.comment_id, notice.actor_id, notice.concerns, notice.mentioned, Time::now());
    const auto repository = std::to_string(notice.repository_id);
    jobs::put(tx, {.kind = notification_job, .owner = repository, .key = repository});
    return true;
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

} // namespace cairn::notifications
