#include "issues/time/worktime.hpp"

#include "db/composition.hpp"
#include "db/sql_text.hpp"

namespace cairn::issues {

using db::bound;

namespace {

void add_range(db::Composition& query, const WorktimeRange& range)
{
    query << " WHERE r.owner_id = " << bound(range.owner_id)
          << " AND NOT t.deleted AND t.created_at >= " << bound(range.since) << " AND t.created_at < "
          << bound(range.before);
}

// Repositories first: an owner has few of them, and the site has much that others have spent. What the sums are called
// is read afterwards, once for each.
constexpr db::SqlText from = " FROM repository r JOIN issue i ON i.repository_id = r.id"
                             " JOIN tracked_time t ON t.issue_id = i.id";
constexpr auto of_repositories =
    "SELECT n.name AS repository, 0 AS milestone_id, '' AS milestone, '' AS member, '' AS full_name, s.seconds"
    " FROM (SELECT r.id AS repository_id, CAST(sum(t.seconds) AS BIGINT) AS seconds"
    + from;
constexpr auto of_milestones =
    "SELECT n.name AS repository, s.milestone_id, COALESCE(m.title, '') AS milestone, '' AS member,"
    " '' AS full_name, s.seconds FROM (SELECT r.id AS repository_id, i.milestone_id,"
    " CAST(sum(t.seconds) AS BIGINT) AS seconds"
    + from;
constexpr auto of_members =
    "SELECT '' AS repository, 0 AS milestone_id, '' AS milestone, COALESCE(a.name, '') AS member,"
    " COALESCE(a.full_name, '') AS full_name, s.seconds FROM (SELECT t.account_id,"
    " CAST(sum(t.seconds) AS BIGINT) AS seconds"
    + from;

} // namespace

Page<WorktimeRow> worktime_by(db::Queries& db, const WorktimeRange& range, WorktimeBy by, const Paging& paging)
{
    db::Composition query;
    switch (by) {
    case WorktimeBy::repositories:
        query << db::Composition::Piece::trusted(of_repositories.text);
        add_range(query, range);
        query << " GROUP BY r.id) s JOIN repository n ON n.id = s.repository_id ORDER BY s.seconds DESC, n.name";
        break;
    case WorktimeBy::milestones:
        query << db::Composition::Piece::trusted(of_milestones.text);
        add_range(query, range);
        query << " GROUP BY r.id, i.milestone_id) s JOIN repository n ON n.id = s.repository_id"
                 " LEFT JOIN milestone m ON m.id = s.milestone_id ORDER BY s.seconds DESC, n.name, s.milestone_id";
        break;
    case WorktimeBy::members:
        query << db::Composition::Piece::trusted(of_members.text);
        add_range(query, range);
        query << " GROUP BY t.account_id) s LEFT JOIN account a ON a.id = s.account_id"
                 " ORDER BY s.seconds DESC, a.lower_name";
        break;
    }
    return db.page<WorktimeRow>(paging, query);
}

std::int64_t worktime_in_all(db::Queries& db, const WorktimeRange& range)
{
    static constexpr auto beginning = "SELECT CAST(COALESCE(sum(t.seconds), 0) AS BIGINT) AS value" + from;
    db::Composition query(db::Composition::Piece::trusted(beginning.text));
    add_range(query, range);
    return db.first<std::int64_t>(query).value_or(0);
}

} // namespace cairn::issues
