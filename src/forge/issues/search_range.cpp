#include "issues/search_range.hpp"

#include "access/repositories.hpp"

namespace cairn::issues {

using access::Unit;
using api::View;
using db::bound;
using Piece = db::Composition::Piece;

void add_repositories(db::Composition& query, const View& view, const SearchRange& range, Unit unit)
{
    query << " FROM repository r WHERE ";
    const auto viewer = access::Viewer::of(view.caller);
    if (range.switched_on) access::add_reads(query, viewer, unit);
    else access::add_may_read(query, viewer, unit);
    if (range.owner_id != 0) query << " AND r.owner_id = " << bound(range.owner_id);
    if (range.live) query << " AND r.archived_at = 0";
    if (range.team_id != 0)
        query << " AND r.id IN (SELECT tr.repository_id FROM team_repository tr WHERE tr.team_id = "
              << bound(range.team_id) << ")";
}

// The plus keeps the planner from reading all issues of these repositories where the first of a longer list will do.
void add_in_range(db::Composition& query, const View& view, const SearchRange& range, std::optional<bool> is_pull,
                  bool few)
{
    if (!is_pull) {
        query << "((NOT i.is_pull AND ";
        add_in_range(query, view, range, false, few);
        query << ") OR (i.is_pull AND ";
        add_in_range(query, view, range, true, few);
        query << "))";
        return;
    }
    query << (few ? Piece("i.repository_id IN (SELECT r.id") : Piece("+i.repository_id IN (SELECT r.id"));
    add_repositories(query, view, range, *is_pull ? Unit::pulls : Unit::issues);
    query << ")";
}

std::int64_t count_in_range(const View& view, const SearchRange& range, const IssueFilter& filter)
{
    std::int64_t total = 0;
    for (const bool is_pull : {false, true}) {
        if (filter.is_pull.value_or(is_pull) != is_pull) continue;
        IssueFilter kind{.closed = filter.closed, .is_pull = is_pull};
        db::Composition query("SELECT COALESCE(sum(r.open_issues_count), 0) AS open_issues_count,"
                              " COALESCE(sum(r.closed_issues_count), 0) AS closed_issues_count,"
                              " COALESCE(sum(r.open_pulls_count), 0) AS open_pulls_count,"
                              " COALESCE(sum(r.closed_pulls_count), 0) AS closed_pulls_count");
        add_repositories(query, view, range, is_pull ? Unit::pulls : Unit::issues);
        total += kind.total_of(view.db().first<IssueCounts>(query).value_or(IssueCounts()));
    }
    return total;
}

// Repositories that have none have no issues either. Whose issues may be read and whose pull requests are two
// questions, and a 0 stands between the answers.
cache::VersionNumbers versions_in_range(const View& view, const SearchRange& range)
{
    cache::VersionNumbers versions;
    for (const auto unit : {Unit::issues, Unit::pulls}) {
        db::Composition query("SELECT c.id AS value FROM issue_change c WHERE c.repository_id IN (SELECT r.id");
        add_repositories(query, view, range, unit);
        query << ") ORDER BY c.id LIMIT 4001";
        const auto some = view.db().all<std::int64_t>(query);
        versions.push_back(0);
        versions.insert(versions.end(), some.begin(), some.end());
    }
    return versions;
}

} // namespace cairn::issues
