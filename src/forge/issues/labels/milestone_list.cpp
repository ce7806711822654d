#include "issues/labels/milestone_list.hpp"

#include "access/repositories.hpp"
#include "accounts/user_search.hpp"
#include "db/composition.hpp"

namespace cairn::issues {

using access::Unit;
using access::Viewer;
using api::View;
using db::bound;

namespace {

// Issues or pull requests of the repository `r` can be read, so that there is something to be reached.
void add_reads_either(db::Composition& query, const Viewer& viewer)
{
    query << "((";
    access::add_reads(query, viewer, Unit::issues);
    query << ") OR (";
    access::add_reads(query, viewer, Unit::pulls);
    query << "))";
}

void add_place(db::Composition& query, const View& view, const MilestonePlace& place)
{
    if (place.repository_id != 0) {
        query << " FROM milestone m WHERE m.repository_id = " << bound(place.repository_id);
        return;
    }
    auto viewer = Viewer::of(view.caller);
    query << " FROM milestone m WHERE m.repository_id IN (SELECT r.id FROM repository r WHERE ";
    if (place.owner_id != 0) query << "r.owner_id = " << bound(place.owner_id) << " AND ";
    else {
        viewer.admin = false;
        viewer.named_only = true;
    }
    add_reads_either(query, viewer);
    query << ")";
    if (place.among_them_id != 0) query << " AND m.repository_id = " << bound(place.among_them_id);
}

void add_words(db::Composition& query, const std::string& words)
{
    if (!words.empty())
        query << " AND folded(m.title) LIKE " << bound(accounts::SearchPatterns(words).exact) << " ESCAPE '\\'";
}

// What is due at no time comes last.
db::Composition::Piece order_of(MilestoneOrder order)
{
    switch (order) {
    case MilestoneOrder::furthest: return " ORDER BY m.due_at DESC, m.title, m.id";
    case MilestoneOrder::newest: return " ORDER BY m.created_at DESC, m.id DESC";
    case MilestoneOrder::done:
        return " ORDER BY CASE WHEN m.issue_count = 0 THEN 0 ELSE m.closed_issue_count * 100 / m.issue_count END DESC,"
               " m.title, m.id";
    case MilestoneOrder::name: return " ORDER BY m.title, m.id";
    case MilestoneOrder::due: break;
    }
    return " ORDER BY CASE WHEN m.due_at = 0 THEN 1 ELSE 0 END, m.due_at, m.title, m.id";
}

std::int64_t count(const View& view, const MilestonePlace& place, const MilestoneSearch& wanted, bool closed)
{
    db::Composition query("SELECT count(*) AS value");
    add_place(query, view, place);
    if (closed) query << " AND m.closed_at <> 0";
    else query << " AND m.closed_at = 0";
    add_words(query, wanted.words);
    return view.db().first<std::int64_t>(query).value_or(0);
}

} // namespace

FoundMilestones find_milestones(const View& view, const MilestonePlace& place, const MilestoneSearch& wanted)
{
    db::Composition query("SELECT m.*");
    add_place(query, view, place);
    if (wanted.closed) query << " AND m.closed_at <> 0";
    else query << " AND m.closed_at = 0";
    add_words(query, wanted.words);
    query << order_of(wanted.order);
    FoundMilestones found{.page = view.db().page<StoredMilestone>(wanted, query)};
    const auto others = count(view, place, wanted, !wanted.closed);
    found.open = wanted.closed ? others : found.page.total;
    found.closed = wanted.closed ? found.page.total : others;
    return found;
}

std::vector<StoredMilestone> next_milestones(const View& view, const std::vector<std::int64_t>& repository_ids,
                                             std::int64_t limit)
{
    if (repository_ids.empty()) return {};
    db::Composition query("SELECT m.* FROM milestone m JOIN repository r ON r.id = m.repository_id"
                          " WHERE m.closed_at = 0 AND m.repository_id IN ");
    query << bound(repository_ids) << " AND ";
    add_reads_either(query, Viewer::of(view.caller));
    query << order_of(MilestoneOrder::due) << " LIMIT " << bound(limit);
    return view.db().all<StoredMilestone>(query);
}

std::vector<StoredMilestone> milestones_to_give(db::Queries& db, std::int64_t repository_id, std::int64_t most)
{
    db::Composition query("SELECT m.* FROM milestone m WHERE m.repository_id = ");
    query << bound(repository_id) << " AND m.closed_at = 0" << order_of(MilestoneOrder::due) << " LIMIT "
          << bound(most);
    return db.all<StoredMilestone>(query);
}

std::vector<std::int64_t> repositories_with_milestones(const View& view, const MilestonePlace& place)
{
    db::Composition query("SELECT DISTINCT m.repository_id AS value");
    add_place(query, view, place);
    query << " AND m.closed_at = 0 ORDER BY value LIMIT 50";
    return view.db().all<std::int64_t>(query);
}

} // namespace cairn::issues
