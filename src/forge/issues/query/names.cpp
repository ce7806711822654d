#include "issues/query/names.hpp"

#include "access/repositories.hpp"
#include "issues/boards/project.hpp"
#include "issues/search_range.hpp"

namespace cairn::issues {

using access::Unit;
using access::Viewer;
using api::View;
using db::bound;
using Piece = db::Composition::Piece;

namespace {

constexpr std::int64_t most_ids = 1000; // of one name

std::vector<std::int64_t> ids(const View& view, db::Composition& query)
{
    query << " LIMIT " << bound(most_ids);
    return view.db().all<std::int64_t>(query);
}

} // namespace

SearchRange range_of(const QueryPlace& place)
{
    return {.owner_id = place.owner_id, .switched_on = true, .live = place.off_board_id != 0};
}

std::vector<std::int64_t> labels_named(const View& view, const QueryPlace& place, const std::string& name)
{
    db::Composition query("SELECT l.id FROM label l WHERE ");
    if (place.repository != nullptr) {
        const auto& repository = place.repository->repository;
        query << "(l.repository_id = " << bound(repository.id)
              << " OR l.organization_id = " << bound(repository.owner_id) << ") AND folded(l.name) = folded("
              << bound(name) << ")";
        return ids(view, query);
    }
    const auto unit = place.is_pull.value_or(false) ? Unit::pulls : Unit::issues;
    query << "l.name = " << bound(name) << " AND (l.repository_id IN (SELECT r.id";
    add_repositories(query, view, range_of(place), unit);
    query << ") OR l.organization_id IN (SELECT r.owner_id";
    add_repositories(query, view, range_of(place), unit);
    query << "))";
    return ids(view, query);
}

std::vector<std::int64_t> milestones_named(const View& view, const QueryPlace& place, const std::string& title)
{
    db::Composition query("SELECT m.id FROM milestone m WHERE ");
    if (place.repository != nullptr) {
        query << "m.repository_id = " << bound(place.repository->repository.id) << " AND folded(m.title) = folded("
              << bound(title) << ")";
        return ids(view, query);
    }
    query << "m.title = " << bound(title) << " AND m.repository_id IN (SELECT r.id";
    add_repositories(query, view, range_of(place), place.is_pull.value_or(false) ? Unit::pulls : Unit::issues);
    query << ")";
    return ids(view, query);
}

namespace {

// Projects that the reader sees, of this place: ` FROM ... WHERE ...`.
void add_projects(db::Composition& query, const View& view, const QueryPlace& place)
{
    query << " FROM project p LEFT JOIN repository r ON r.id = p.repository_id"
             " JOIN account o ON o.id = COALESCE(r.owner_id, p.owner_id) WHERE ";
    add_sees_project(query, Viewer::of(view.caller));
    if (place.repository != nullptr)
        query << " AND (p.repository_id = " << bound(place.repository->repository.id)
              << " OR p.owner_id = " << bound(place.repository->repository.owner_id) << ")";
}

} // namespace

std::vector<std::int64_t> projects_named(const View& view, const QueryPlace& place, const std::string& title)
{
    db::Composition query("SELECT p.id");
    add_projects(query, view, place);
    query << " AND folded(p.title) = folded(" << bound(title) << ")";
    return ids(view, query);
}

std::string title_of_project(const View& view, const QueryPlace& place, std::int64_t id)
{
    db::Composition query("SELECT p.title");
    add_projects(query, view, place);
    query << " AND p.id = " << bound(id);
    return view.db().first<std::string>(query).value_or("");
}

std::int64_t repository_named(const View& view, std::string_view full_name)
{
    const auto slash = full_name.find('/');
    if (slash == full_name.npos) return 0;
    const auto owner = accounts::find_account(view.db(), full_name.substr(0, slash));
    if (!owner) return 0;
    const auto found = repositories::find_repository(view.db(), owner->id, std::string(full_name.substr(slash + 1)));
    if (!found || !access::access_to(view.db(), Viewer::of(view.caller), found->facts()).sees()) return 0;
    return found->id;
}

std::vector<std::int64_t> teams_of(const View& view)
{
    if (view.caller.anonymous()) return {};
    return view.db().all<std::int64_t>("SELECT team_id FROM team_member WHERE account_id = $1 ORDER BY team_id",
                                       view.caller.id);
}

} // namespace cairn::issues
