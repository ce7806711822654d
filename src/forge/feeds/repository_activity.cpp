#include "feeds/repository_activity.hpp"

#include "db/database.hpp"

namespace cairn::feeds {

namespace {

Paging first_page(std::int64_t most) { return {.page = 1, .limit = most}; }

} // namespace

// Whatever has happened to an issue since was an update of it: there is an index for that.
Page<HappenedIssue> opened_since(db::Queries& db, std::int64_t repository_id, bool pulls, Time since, std::int64_t most)
{
    return db.page<HappenedIssue>(
        first_page(most),
        "SELECT i.number, i.title, COALESCE(a.name, '') AS poster, i.closed, i.draft, i.created_at, i.closed_at,"
        " i.merged_at FROM issue i LEFT JOIN account a ON a.id = i.poster_id"
        " WHERE i.repository_id = $1 AND i.is_pull = $2 AND i.updated_at >= $3 AND i.created_at >= $3"
        " ORDER BY i.created_at DESC, i.id DESC",
        repository_id, pulls, since);
}

Page<HappenedIssue> closed_since(db::Queries& db, std::int64_t repository_id, Time since, std::int64_t most)
{
    return db.page<HappenedIssue>(
        first_page(most),
        "SELECT i.number, i.title, COALESCE(a.name, '') AS poster, i.closed, i.draft, i.created_at, i.closed_at,"
        " i.merged_at FROM issue i LEFT JOIN account a ON a.id = i.poster_id"
        " WHERE i.repository_id = $1 AND i.is_pull = FALSE AND i.closed = TRUE AND i.updated_at >= $2"
        " AND i.closed_at >= $2 ORDER BY i.closed_at DESC, i.id DESC",
        repository_id, since);
}

Page<HappenedIssue> merged_since(db::Queries& db, std::int64_t repository_id, Time since, std::int64_t most)
{
    return db.page<HappenedIssue>(
        first_page(most),
        "SELECT i.number, i.title, COALESCE(a.name, '') AS poster, i.closed, i.draft, i.created_at, i.closed_at,"
        " i.merged_at FROM issue i LEFT JOIN account a ON a.id = i.poster_id"
        " WHERE i.repository_id = $1 AND i.is_pull = TRUE AND i.updated_at >= $2 AND i.merged_at >= $2"
        " ORDER BY i.merged_at DESC, i.id DESC",
        repository_id, since);
}

Page<HappenedRelease> released_since(db::Queries& db, std::int64_t repository_id, Time since, std::int64_t most)
{
    return db.page<HappenedRelease>(
        first_page(most),
        "SELECT tag_name, title, prerelease, published_at FROM release"
        " WHERE repository_id = $1 AND draft = FALSE AND tag_only = FALSE AND published_at >= $2"
        " ORDER BY published_at DESC, id DESC",
        repository_id, since);
}

} // namespace cairn::feeds
