// Issues of another server, with their comments. They keep their numbers, because texts speak of them.
#include <ranges>

#include "db/database.hpp"
#include "issues/imported_author.hpp"
#include "issues/issue.hpp"
#include "migrations/import.hpp"

namespace cairn::migrations {

namespace {

std::int64_t id_of_milestone(db::Queries& db, std::int64_t repository_id, const SourceIssue& issue)
{
    if (!issue.milestone) return 0;
    return db
        .first<std::int64_t>("SELECT id FROM milestone WHERE repository_id = $1 AND title = $2 ORDER BY id LIMIT 1",
                             repository_id, issue.milestone->title)
        .value_or(0);
}

void insert(db::Transaction& tx, const Import& import, const SourceIssue& issue,
            const std::vector<SourceComment>& comments)
{
    const auto repository_id = import.repository.id;
    const bool closed = issue.state == "closed";
    const auto created = issue.created_at.value_or(Time::now());
    const auto id = tx.first<std::int64_t>(
        "INSERT INTO issue (repository_id, number, is_pull, poster_id, title, body, ref, closed, locked, milestone_id,"
        " deadline_at, comment_count, created_at, updated_at, closed_at)"
        " VALUES ($1, $2, FALSE, NULL, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
        " ON CONFLICT DO NOTHING RETURNING id",
        repository_id, issue.number, issues::clean_title(issue.title), issue.body, issue.ref, closed, issue.is_locked,
        id_of_milestone(tx, repository_id, issue), issue.due_date.value_or(Time{}),
        static_cast<std::int64_t>(comments.size()), created, issue.updated_at.value_or(created),
        closed ? issue.closed_at.value_or(created) : Time{});
    if (!id) return; // from the last time, before it was interrupted
    // Who wrote it there is nobody here.
    issues::remember_author(tx, {.issue_id = *id, .name = issue.user.login, .account_id = issue.user.id});
    for (const auto& comment : comments) {
        const auto said = comment.created_at.value_or(created);
        const auto comment_id = tx.scalar<std::int64_t>(
            "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, created_at, updated_at)"
            " VALUES ($1, $2, 'comment', NULL, $3, $4, $5) RETURNING id",
            *id, repository_id, comment.body, said, comment.updated_at.value_or(said));
        issues::remember_author(
            tx, {.issue_id = *id, .comment_id = comment_id, .name = comment.user.login, .account_id = comment.user.id});
    }
    for (const auto& label : issue.labels)
        tx.run("INSERT INTO issue_label (issue_id, label_id) SELECT CAST($1 AS BIGINT), min(id) FROM label"
               " WHERE repository_id = $2 AND name = $3 HAVING min(id) IS NOT NULL ON CONFLICT DO NOTHING",
               *id, repository_id, label.name);
    tx.run("UPDATE repository SET last_issue_number = CASE WHEN last_issue_number < $2 THEN CAST($2 AS BIGINT)"
           " ELSE last_issue_number END WHERE id = $1",
           repository_id, issue.number);
    issues::add_to_counts(tx, repository_id, false, closed ? 0 : 1, closed ? 1 : 0);
}

} // namespace

Result<> import_issues(const Import& import)
{
    const std::string path = "/issues?state=all&type=issues";
    const auto take = [&](const SourceIssue& issue) -> Result<> {
        if (issue.number < 1 || issues::find_issue(import.site.db, import.repository.id, issue.number)) return {};
        std::vector<SourceComment> comments;
        if (issue.comments > 0)
            comments = TRY(import.source.read<std::vector<SourceComment>>("/issues/" + std::to_string(issue.number)
                                                                          + "/comments"));
        import.site.db.write([&](db::Transaction& tx) { insert(tx, import, issue, comments); });
        return {};
    };
    // Lists there begin with the newest, and lists here go by the order in which they came: so from the last page to
    // the first.
    const auto first = TRY(import.source.page<SourceIssue>(path, 1));
    const auto size = static_cast<std::int64_t>(first.items.size());
    std::int64_t done = 0;
    for (auto number = size > 0 ? (first.total + size - 1) / size : 0; number >= 1; --number) {
        const auto page = TRY(import.source.page<SourceIssue>(path, number));
        for (const auto& issue : page.items | std::views::reverse) {
            TRY(take(issue));
            TRY(import.note("issues", ++done, first.total));
        }
    }
    if (first.total > 0 && TRY(import.source.page<SourceIssue>(path, 1)).total == first.total) return {};
    // What was opened meanwhile has moved others from a page that was still to be read to one that was read.
    return for_each_item<SourceIssue>(import, "issues", path, take);
}

} // namespace cairn::migrations
