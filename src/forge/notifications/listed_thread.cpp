#include "notifications/listed_thread.hpp"

#include <map>

#include "db/composition.hpp"
#include "issues/readable.hpp"

namespace cairn::notifications {

using access::Viewer;
using api::View;
using db::bound;

namespace {

using Ids = std::vector<std::int64_t>;

std::map<std::int64_t, ListedSubject> find_issues(const View& view, const Ids& ids)
{
    std::map<std::int64_t, ListedSubject> found;
    if (ids.empty()) return found;
    db::Composition query("SELECT i.id, i.repository_id, o.name AS owner, r.name AS repository, i.number, i.title,"
                          " i.is_pull, i.draft, i.closed, i.merged_at,"
                          " COALESCE((SELECT m.id FROM comment m WHERE m.issue_id = i.id AND m.kind = 'comment'"
                          " ORDER BY m.created_at DESC, m.id DESC LIMIT 1), 0) AS latest_comment"
                          " FROM issue i JOIN repository r ON r.id = i.repository_id"
                          " JOIN account o ON o.id = r.owner_id WHERE i.id IN ");
    query << bound(ids) << " AND ";
    issues::add_reads_issue(query, Viewer::of(view.caller));
    for (auto& row : view.db().all<ListedSubject>(query)) found.emplace(row.id, std::move(row));
    return found;
}

// Those that are about the repository itself.
std::map<std::int64_t, ListedSubject> find_repositories(const View& view, const Ids& ids)
{
    std::map<std::int64_t, ListedSubject> found;
    if (ids.empty()) return found;
    db::Composition query("SELECT 0 AS id, r.id AS repository_id, o.name AS owner, r.name AS repository, 0 AS number,"
                          " '' AS title, FALSE AS is_pull, FALSE AS draft, FALSE AS closed, 0 AS merged_at,"
                          " 0 AS latest_comment FROM repository r JOIN account o ON o.id = r.owner_id WHERE r.id IN ");
    query << bound(ids) << " AND ";
    access::add_sees(query, Viewer::of(view.caller));
    for (auto& row : view.db().all<ListedSubject>(query)) found.emplace(row.repository_id, std::move(row));
    return found;
}

} // namespace

std::vector<ListedThread> listed_threads(const View& view, std::vector<StoredNotification> stored)
{
    Ids about_issues;
    Ids about_repositories;
    for (const auto& each : stored) {
        if (each.issue_id != 0) about_issues.push_back(each.issue_id);
        else about_repositories.push_back(each.repository_id);
    }
    const auto issues = find_issues(view, about_issues);
    const auto repositories = find_repositories(view, about_repositories);
    std::vector<ListedThread> listed;
    for (const auto& each : stored) {
        const auto& among = each.issue_id != 0 ? issues : repositories;
        const auto at = among.find(each.issue_id != 0 ? each.issue_id : each.repository_id);
        listed.push_back({.thread = each});
        if (at != among.end()) listed.back().subject = at->second;
    }
    return listed;
}

} // namespace cairn::notifications
