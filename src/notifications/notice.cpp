#include "notifications/notice.hpp"

#include "db/database.hpp"

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

} // namespace

void write_notice(db::Transaction& tx, const Notice& notice)
{
    tx.run("INSERT INTO notice (kind, repository_id, issue_id, comment_id, actor_id, concerns, mentioned, created_at)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
           notice.kind, notice.repository_id, notice.issue_id != 0 ? std::optional(notice.issue_id) : std::nullopt,
           notice.comment_id, notice.actor_id, notice.concerns, notice.mentioned, Time::now());
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
