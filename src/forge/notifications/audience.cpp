#include "notifications/audience.hpp"

#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::notifications {

using db::bound;

namespace {

// Watchers, who asked for it, has it to do, wrote it, said something about it, or is asked to. An assignment is told to
// the assignee alone, a request to whom it asks, and a draft to nobody who only watches.
void add_candidates(db::Composition& query, const Notice& notice, const Subject& subject)
{
    const auto& issue = *subject.issue;
    if (notice.kind == NoticeKind::team_asked) {
        query << "SELECT account_id, 1 AS named FROM team_member WHERE team_id = " << bound(notice.concerns);
        return;
    }
    const auto named = named_in(notice);
    query << "SELECT id AS account_id, 1 AS named FROM account WHERE id IN " << bound(named);
    if (notice.kind == NoticeKind::assigned || notice.kind == NoticeKind::asked) return;
    if (!issue.draft)
        query << " UNION ALL SELECT account_id, 0 FROM watch WHERE NOT ignored AND repository_id = "
              << bound(subject.repository.id);
    query << " UNION ALL SELECT account_id, 0 FROM issue_subscription WHERE subscribed AND issue_id = "
          << bound(issue.id)
          << " UNION ALL SELECT account_id, 0 FROM issue_assignee WHERE issue_id = " << bound(issue.id)
          << " UNION ALL SELECT poster_id, 0 FROM issue WHERE poster_id IS NOT NULL AND id = " << bound(issue.id)
          << " UNION ALL SELECT DISTINCT poster_id, 0 FROM comment WHERE poster_id IS NOT NULL"
             " AND kind IN ('comment', 'review', 'code') AND issue_id = "
          << bound(issue.id)
          << " UNION ALL SELECT reviewer_id, 0 FROM review WHERE reviewer_id IS NOT NULL"
             " AND state = 'REQUEST_REVIEW' AND issue_id = "
          << bound(issue.id)
          << " UNION ALL SELECT tm.account_id, 0 FROM review r JOIN team_member tm ON tm.team_id = r.team_id"
             " WHERE r.issue_id = "
          << bound(issue.id);
}

// Whoever speaks for the account that is to take the repository over.
void add_recipients(db::Composition& query, const Notice& notice)
{
    query << "SELECT id AS account_id, 1 AS named FROM account WHERE id = " << bound(notice.concerns)
          << " UNION ALL SELECT tm.account_id, 1 FROM team t JOIN team_member tm ON tm.team_id = t.id"
             " WHERE t.can_create_org_repo AND t.organization_id = "
          << bound(notice.concerns);
}

} // namespace

std::string_view Subject::word() const
{
    if (!issue) return "repository";
    return issue->is_pull ? "pull" : "issue";
}

std::optional<Subject> find_subject(db::Queries& db, const Notice& notice)
{
    auto repository = repositories::find_repository(db, notice.repository_id);
    if (!repository) return {};
    Subject subject{.repository = std::move(*repository), .issue = {}};
    if (notice.issue_id == 0) return subject;
    subject.issue = issues::find_issue(db, notice.issue_id);
    if (!subject.issue) return {};
    return subject;
}

std::vector<std::int64_t> named_in(const Notice& notice)
{
    std::vector<std::int64_t> ids;
    for (const auto id : text::split_list(notice.mentioned)) ids.push_back(text::parse_integer(id).value_or(0));
    if (notice.kind == NoticeKind::assigned || notice.kind == NoticeKind::asked) ids.push_back(notice.concerns);
    return ids;
}

void add_audience(db::Composition& query, const Notice& notice, const Subject& subject)
{
    query << " FROM (SELECT account_id, MAX(named) AS named FROM (";
    if (subject.issue) add_candidates(query, notice, subject);
    else add_recipients(query, notice);
    query << ") candidate GROUP BY account_id) c JOIN account a ON a.id = c.account_id"
             " WHERE a.kind = 'individual' AND a.is_active AND a.id <> "
          << bound(notice.actor_id) << " AND a.id > " << bound(notice.told);
    if (!subject.issue) return;
    // Not to hear of an issue gives way to one's own name; not to hear of a repository gives way to nothing.
    query << " AND (c.named = 1 OR NOT EXISTS (SELECT 1 FROM issue_subscription s WHERE s.account_id = a.id"
             " AND NOT s.subscribed AND s.issue_id = "
          << bound(subject.issue->id)
          << ")) AND NOT EXISTS (SELECT 1 FROM watch w WHERE w.account_id = a.id AND w.ignored AND w.repository_id = "
          << bound(subject.repository.id) << ") AND ";
    access::add_reader(query, subject.repository.facts(), subject.issue->unit());
}

} // namespace cairn::notifications
