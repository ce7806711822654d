#include "issues/issue.hpp"

#include <algorithm>

#include "base/shortened.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "issues/task_count.hpp"

namespace cairn::issues {

using db::bound;

std::optional<StoredIssue> find_issue(db::Queries& db, std::int64_t repository_id, std::int64_t number)
{
    return db.first<StoredIssue>("SELECT * FROM issue WHERE repository_id = $1 AND number = $2", repository_id, number);
}

std::optional<StoredIssue> find_issue(db::Queries& db, std::int64_t id)
{
    return db.first<StoredIssue>("SELECT * FROM issue WHERE id = $1", id);
}

namespace {

std::vector<StoredIssue> in_order(std::vector<StoredIssue> found, std::span<const std::int64_t> ids)
{
    std::vector<StoredIssue> rows;
    rows.reserve(found.size());
    std::vector<bool> taken(found.size()); // an id may come twice
    for (const auto id : ids) {
        const auto at = std::ranges::lower_bound(found, id, {}, &StoredIssue::id);
        if (at == found.end() || at->id != id || taken[static_cast<std::size_t>(at - found.begin())]) continue;
        taken[static_cast<std::size_t>(at - found.begin())] = true;
        rows.push_back(std::move(*at));
    }
    return rows;
}

} // namespace

std::vector<StoredIssue> find_issues(db::Queries& db, std::span<const std::int64_t> ids)
{
    if (ids.empty()) return {};
    db::Composition query("SELECT * FROM issue WHERE id IN ");
    query << bound(std::vector(ids.begin(), ids.end()));
    return in_order(db.all<StoredIssue>(query << " ORDER BY id"), ids);
}

std::vector<StoredIssue> find_listed(db::Queries& db, std::span<const std::int64_t> ids)
{
    if (ids.empty()) return {};
    db::Composition query("SELECT id, repository_id, number, is_pull, poster_id, title, NULL AS body, NULL AS ref,"
                          " closed, NULL AS locked, draft, merged_at, NULL AS pin_order, milestone_id, deadline_at,"
                          " NULL AS content_version, NULL AS time_estimate, comment_count, task_count, "
                          "done_task_count, belongings, created_at,"
                          " updated_at, closed_at FROM issue WHERE id IN ");
    query << bound(std::vector(ids.begin(), ids.end()));
    return in_order(db.all<StoredIssue>(query << " ORDER BY id"), ids);
}

std::string clean_title(std::string_view title) { return shortened(text::trim(title), longest_title); }

bool is_work_in_progress(std::string_view title)
{
    return text::istarts_with(title, "WIP:") || text::istarts_with(title, "[WIP]");
}

StoredIssue insert_issue(db::Transaction& tx, const NewIssue& wanted)
{
    const auto number = tx.scalar<std::int64_t>(
        "UPDATE repository SET last_issue_number = last_issue_number + 1, open_issues_count = open_issues_count + $2,"
        " open_pulls_count = open_pulls_count + $3 WHERE id = $1 RETURNING last_issue_number",
        wanted.repository_id, wanted.is_pull ? 0 : 1, wanted.is_pull ? 1 : 0);
    const Time now = Time::now();
    StoredIssue issue{.repository_id = wanted.repository_id,
                      .number = number,
                      .is_pull = wanted.is_pull,
                      .poster_id = wanted.poster_id,
                      .title = wanted.title,
                      .body = wanted.body,
                      .ref = wanted.ref,
                      .draft = wanted.draft,
                      .milestone_id = wanted.milestone_id,
                      .deadline_at = wanted.deadline_at,
                      .created_at = now,
                      .updated_at = now};
    const auto tasks = count_tasks(issue.body);
    issue.task_count = tasks.all;
    issue.done_task_count = tasks.done;
    issue.id = tx.scalar<std::int64_t>(
        "INSERT INTO issue (repository_id, number, is_pull, poster_id, title, body, ref, draft, milestone_id,"
        " deadline_at, task_count, done_task_count, created_at, updated_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) RETURNING id",
        issue.repository_id, issue.number, issue.is_pull, issue.poster_id, issue.title, issue.body, issue.ref,
        issue.draft, issue.milestone_id, issue.deadline_at, tasks.all, tasks.done, now);
    return issue;
}

void touch_issue(db::Transaction& tx, const StoredIssue& issue)
{
    tx.run("UPDATE issue SET updated_at = $2 WHERE id = $1", issue.id, Time::now());
}

std::vector<std::int64_t> issue_versions(db::Queries& db, std::int64_t repository_id)
{
    return db.all<std::int64_t>("SELECT id AS value FROM issue_change WHERE repository_id = $1 ORDER BY id",
                                repository_id);
}

IssueCounts count_issues(db::Queries& db, std::int64_t repository_id)
{
    return db.one<IssueCounts>("SELECT open_issues_count, closed_issues_count, open_pulls_count, closed_pulls_count"
                               " FROM repository WHERE id = $1",
                               repository_id);
}

void add_to_counts(db::Transaction& tx, std::int64_t repository_id, bool is_pull, std::int64_t open,
                   std::int64_t closed)
{
    if (is_pull)
        tx.run("UPDATE repository SET open_pulls_count = open_pulls_count + $2,"
               " closed_pulls_count = closed_pulls_count + $3 WHERE id = $1",
               repository_id, open, closed);
    else
        tx.run("UPDATE repository SET open_issues_count = open_issues_count + $2,"
               " closed_issues_count = closed_issues_count + $3 WHERE id = $1",
               repository_id, open, closed);
}

} // namespace cairn::issues

template <> const cairn::Type& cairn::type_of<cairn::issues::StoredIssue>()
{
    return detail::type<cairn::issues::StoredIssue>;
}
