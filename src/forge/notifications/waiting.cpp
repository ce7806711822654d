#include "notifications/waiting.hpp"

#include <set>
#include <utility>

#include "db/composition.hpp"
#include "issues/readable.hpp"
#include "notifications/thread.hpp"

namespace cairn::notifications {

using api::View;
using db::bound;

namespace {

// Of each kind, so many of the latest are looked at.
constexpr std::int64_t looked_at = 200;

std::int64_t number_of(Waiting kind) { return std::to_underlying(kind); }

// "SELECT * FROM (SELECT kind, issue, notification, since": what follows is where from. It ends with end_part().
void begin_part(db::Composition& query, Waiting kind, db::Composition::Piece columns)
{
    query << "SELECT * FROM (SELECT CAST(" << bound(number_of(kind)) << " AS BIGINT) AS what, " << columns;
}
void end_part(db::Composition& query, db::Composition::Piece order)
{
    query << " ORDER BY " << order << " DESC LIMIT " << bound(looked_at) << ") part";
}

void add_parts(db::Composition& query, std::int64_t me)
{
    const auto mentioned = static_cast<std::int64_t>(std::to_underlying(Reason::mentioned));
    begin_part(query, Waiting::asked, "v.issue_id, 0 AS notification_id, v.created_at AS since");
    query << " FROM review v WHERE v.state = 'REQUEST_REVIEW' AND v.reviewer_id = " << bound(me);
    end_part(query, "v.issue_id");
    query << " UNION ALL ";
    begin_part(query, Waiting::asked, "v.issue_id, 0 AS notification_id, v.created_at AS since");
    query << " FROM team_member tm JOIN review v ON v.team_id = tm.team_id"
             " WHERE v.team_id IS NOT NULL AND v.state = 'REQUEST_REVIEW' AND tm.account_id = "
          << bound(me);
    end_part(query, "v.issue_id");
    query << " UNION ALL ";
    begin_part(query, Waiting::unsent, "v.issue_id, 0 AS notification_id, v.created_at AS since");
    query << " FROM review v WHERE v.state = 'PENDING' AND v.reviewer_id = " << bound(me);
    end_part(query, "v.issue_id");
    query << " UNION ALL ";
    begin_part(query, Waiting::own_pull, "x.id AS issue_id, 0 AS notification_id, x.updated_at AS since");
    query << " FROM issue x WHERE x.is_pull AND NOT x.closed AND x.poster_id = " << bound(me);
    end_part(query, "x.updated_at");
    query << " UNION ALL ";
    begin_part(query, Waiting::assigned, "x.issue_id, 0 AS notification_id, x.issue_at AS since");
    query << " FROM issue_assignee x WHERE x.account_id = " << bound(me);
    end_part(query, "x.issue_at");
    query << " UNION ALL ";
    begin_part(query, Waiting::mentioned, "n.issue_id, n.id AS notification_id, n.updated_at AS since");
    query << " FROM notification n WHERE n.status IN ('unread', 'pinned') AND n.issue_id IS NOT NULL AND n.reason = "
          << bound(mentioned) << " AND n.account_id = " << bound(me);
    end_part(query, "n.updated_at");
}

} // namespace

std::vector<WaitingRow> waiting_for(const View& view, const WaitingPlace& place)
{
    db::Composition query(
        "SELECT w.what, w.issue_id, w.notification_id, w.since, i.number, i.title, i.is_pull, i.draft,"
        " i.closed, i.merged_at, i.deadline_at, o.name AS owner, r.name AS repository FROM (");
    add_parts(query, view.caller.id);
    query << ") w JOIN issue i ON i.id = w.issue_id JOIN repository r ON r.id = i.repository_id"
             " JOIN account o ON o.id = r.owner_id WHERE (NOT i.closed OR w.what = "
          << bound(number_of(Waiting::mentioned)) << ") AND ";
    if (place.owner_id != 0) query << "r.owner_id = " << bound(place.owner_id) << " AND ";
    if (place.team_id != 0)
        query << "r.id IN (SELECT tr.repository_id FROM team_repository tr WHERE tr.team_id = " << bound(place.team_id)
              << ") AND ";
    issues::add_reads_issue(query, access::Viewer::of(view.caller));
    query << " ORDER BY w.what, CASE WHEN i.deadline_at = 0 THEN 1 ELSE 0 END, i.deadline_at, w.since, w.issue_id";
    auto rows = view.db().all<WaitingRow>(query);
    // What somebody is asked to review is not told twice because they were mentioned there; whether their own pull
    // request is stuck nobody knows here.
    std::set<std::int64_t> told;
    std::erase_if(rows, [&](const WaitingRow& row) {
        return row.kind() != Waiting::own_pull && !told.insert(row.issue_id).second;
    });
    return rows;
}

} // namespace cairn::notifications
