#include "issues/timeline/timeline.hpp"

#include "db/composition.hpp"
#include "issues/issue.hpp"

namespace cairn::issues {

StoredComment add_event(db::Transaction& tx, StoredComment event)
{
    event.created_at = event.updated_at = Time::now();
    event.id = tx.scalar<std::int64_t>(
        "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, old_text, new_text, label_id,"
        " old_milestone_id, milestone_id, assignee_id, assignee_team_id, removed, dependent_issue_id, ref_issue_id,"
        " ref_comment_id, ref_action, commit_sha, tracked_time_id, old_project_id, project_id, review_id, created_at,"
        " updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,"
        " $20, $21, $22, $23, $24) RETURNING id",
        event.issue_id, event.repository_id, event.kind, event.poster_id, event.body, event.old_text, event.new_text,
        event.label_id, event.old_milestone_id, event.milestone_id, event.assignee_id, event.assignee_team_id,
        event.removed, event.dependent_issue_id, event.ref_issue_id, event.ref_comment_id, event.ref_action,
        event.commit_sha, event.tracked_time_id, event.old_project_id, event.project_id, event.review_id,
        event.created_at, event.updated_at);
    tx.run("UPDATE issue SET updated_at = $2 WHERE id = $1", event.issue_id, event.created_at);
    if (event.kind == EventKind::comment) count_comments(tx, event.issue_id);
    return event;
}

void count_comments(db::Transaction& tx, std::int64_t issue_id)
{
    tx.run("UPDATE issue SET comment_count = (SELECT count(*) FROM comment c WHERE c.issue_id = issue.id"
           " AND c.kind IN ('comment', 'review')) WHERE id = $1",
           issue_id);
}

std::optional<StoredComment> find_comment(db::Queries& db, std::int64_t id)
{
    return db.first<StoredComment>("SELECT * FROM comment WHERE id = $1", id);
}

std::vector<StoredComment> find_comments(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    db::Composition query("SELECT * FROM comment WHERE id IN ");
    query << db::bound(ids) << " ORDER BY created_at, id";
    return db.all<StoredComment>(query);
}

std::vector<std::int64_t> speakers_of(db::Queries& db, std::int64_t issue_id, std::int64_t most)
{
    return db.all<std::int64_t>("SELECT poster_id AS value FROM comment WHERE issue_id = $1 AND poster_id IS NOT NULL"
                                " AND kind IN ('comment', 'review', 'code') GROUP BY poster_id"
                                " ORDER BY MIN(created_at), poster_id LIMIT $2",
                                issue_id, most);
}

} // namespace cairn::issues
