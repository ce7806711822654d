#include "projects/project_list.hpp"

#include "accounts/user_search.hpp"
#include "db/composition.hpp"

namespace cairn::projects {

using db::bound;

namespace {

void add_where(db::Composition& query, const Home& home, const ProjectSearch& wanted, bool closed)
{
    if (home.repository_id != 0) query << " WHERE p.repository_id = " << bound(home.repository_id);
    else query << " WHERE p.owner_id = " << bound(home.owner_id);
    if (closed) query << " AND p.closed_at <> 0";
    else query << " AND p.closed_at = 0";
    if (!wanted.words.empty())
        query << " AND folded(p.title) LIKE " << bound(accounts::SearchPatterns(wanted.words).exact) << " ESCAPE '\\'";
}

db::Composition::Piece order_of(ProjectOrder order)
{
    switch (order) {
    case ProjectOrder::oldest: return " ORDER BY p.created_at, p.id";
    case ProjectOrder::updated: return " ORDER BY p.updated_at DESC, p.id DESC";
    case ProjectOrder::name: return " ORDER BY p.title, p.id";
    case ProjectOrder::newest: break;
    }
    return " ORDER BY p.created_at DESC, p.id DESC";
}

} // namespace

std::int64_t count_open(db::Queries& db, const Home& home)
{
    db::Composition query("SELECT count(*) AS value FROM project p");
    add_where(query, home, {}, false);
    return db.first<std::int64_t>(query).value_or(0);
}

FoundProjects find_projects(const api::View& view, const Home& home, const ProjectSearch& wanted)
{
    db::Composition query(db::Composition::Piece::trusted(issues::select_projects.text));
    add_where(query, home, wanted, wanted.closed);
    query << order_of(wanted.order);
    FoundProjects found{.page = view.db().page<StoredProject>(wanted, query)};
    db::Composition rest("SELECT count(*) AS value FROM project p");
    add_where(rest, home, wanted, !wanted.closed);
    const auto others = view.db().first<std::int64_t>(rest).value_or(0);
    found.open = wanted.closed ? others : found.page.total;
    found.closed = wanted.closed ? found.page.total : others;
    return found;
}

} // namespace cairn::projects
