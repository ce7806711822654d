#include "issues/boards/cards.hpp"

#include <algorithm>

#include "access/organization_units.hpp"
#include "accounts/user_search.hpp"
#include "base/distinct.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"

namespace cairn::issues {

using access::Unit;
using access::Viewer;
using api::Call;
using db::bound;

namespace {

void write(const Change& change, EventKind kind, std::int64_t old_project_id, std::int64_t project_id)
{
    auto event = change.event(kind);
    event.old_project_id = old_project_id;
    event.project_id = project_id;
    event = add_event(change.tx, std::move(event));
    change.issue.updated_at = event.created_at;
    change.events.tell(change.tx, events::IssueMarked{change.told(), event.id});
}

std::vector<std::int64_t> boards_of(db::Queries& db, std::int64_t issue_id)
{
    return db.all<std::int64_t>("SELECT project_id FROM project_card WHERE issue_id = $1 ORDER BY project_id",
                                issue_id);
}

bool writes_boards_of_owner(const Call& call, const RepositoryContext& place)
{
    if (place.owner.kind != accounts::AccountKind::organization) return place.owner.id == call.caller.id;
    return access::writes_in_organization(call.db(), Viewer::of(call.caller), place.owner.id, Unit::projects);
}

void add_usable(db::Composition& query, const Call& call, const RepositoryContext& place)
{
    query << "(FALSE";
    if (place.access.writes(Unit::projects)) query << " OR p.repository_id = " << bound(place.repository.id);
    if (writes_boards_of_owner(call, place)) query << " OR p.owner_id = " << bound(place.owner.id);
    query << ")";
}

} // namespace

std::int64_t end_of_column(db::Queries& db, std::int64_t column_id)
{
    return db.scalar<std::int64_t>(
        "SELECT COALESCE(MAX(sorting) + 1, 0) AS value FROM project_card WHERE column_id = $1", column_id);
}

void put_on_board(const Change& change, std::int64_t project_id, std::int64_t column_id,
                  std::optional<std::int64_t> sorting)
{
    auto& tx = change.tx;
    const auto before = tx.first<std::int64_t>(
        "SELECT column_id FROM project_card WHERE project_id = $1 AND issue_id = $2", project_id, change.issue.id);
    tx.run("INSERT INTO project_card (project_id, issue_id, column_id, sorting) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT (project_id, issue_id) DO UPDATE SET column_id = excluded.column_id,"
           " sorting = excluded.sorting",
           project_id, change.issue.id, column_id, sorting ? *sorting : end_of_column(tx, column_id));
    change.issue.belongings |= belonging::projects;
    if (!before) write(change, EventKind::project, 0, project_id);
    else if (*before != column_id) write(change, EventKind::project_board, 0, project_id);
}

bool take_off_board(const Change& change, std::int64_t project_id)
{
    if (change.tx.run("DELETE FROM project_card WHERE project_id = $1 AND issue_id = $2", project_id, change.issue.id)
        == 0)
        return false;
    write(change, EventKind::project, project_id, 0);
    return true;
}

std::int64_t default_column(db::Transaction& tx, const StoredProject& project)
{
    if (const auto found =
            tx.first<std::int64_t>("SELECT id FROM project_column WHERE project_id = $1 AND is_default", project.id))
        return *found;
    return tx.scalar<std::int64_t>(
        "INSERT INTO project_column (project_id, creator_id, title, is_default, created_at, updated_at)"
        " SELECT id, creator_id, 'Uncategorized', TRUE, CAST($2 AS BIGINT), CAST($2 AS BIGINT) FROM project"
        " WHERE id = $1 RETURNING id",
        project.id, Time::now());
}

std::vector<StoredProject> usable_projects(const Call& call, const RepositoryContext& place,
                                           const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    db::Composition query(db::Composition::Piece::trusted(select_projects.text));
    query << " WHERE p.closed_at = 0 AND p.id IN " << bound(ids) << " AND ";
    add_usable(query, call, place);
    query << " ORDER BY p.id";
    return call.db().all<StoredProject>(query);
}

std::vector<StoredProject> usable_projects(const Call& call, const RepositoryContext& place, std::string_view q,
                                           std::int64_t most)
{
    db::Composition query(db::Composition::Piece::trusted(select_projects.text));
    query << " WHERE p.closed_at = 0 AND ";
    add_usable(query, call, place);
    if (!q.empty()) query << " AND folded(p.title) LIKE " << bound(accounts::SearchPatterns(q).exact) << " ESCAPE '\\'";
    query << " ORDER BY p.title, p.id LIMIT " << bound(most);
    return call.db().all<StoredProject>(query);
}

Result<WantedBoards> read_boards(const Call& call, const IssueContext& at, const std::vector<std::int64_t>& project_ids)
{
    auto wanted = project_ids;
    make_distinct(wanted);
    const auto present = boards_of(call.db(), at.issue.id);
    auto looked_at = wanted;
    looked_at.insert(looked_at.end(), present.begin(), present.end());
    make_distinct(looked_at);
    WantedBoards boards;
    for (auto& project : usable_projects(call, at.place, looked_at)) {
        const bool is_wanted = std::ranges::binary_search(wanted, project.id);
        const bool is_there = std::ranges::binary_search(present, project.id);
        if (is_there && !is_wanted) boards.take_off.push_back(project.id);
        else if (is_wanted && !is_there) boards.put_on.push_back(std::move(project));
    }
    for (const auto id : wanted)
        if (!std::ranges::binary_search(present, id)
            && std::ranges::find(boards.put_on, id, &StoredProject::id) == boards.put_on.end())
            return not_found("the project");
    return boards;
}

void set_boards(const Change& change, const WantedBoards& boards)
{
    for (const auto id : boards.take_off) take_off_board(change, id);
    for (const auto& project : boards.put_on)
        // Somebody may have closed or deleted it since it was looked at.
        if (change.tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM project WHERE id = $1 AND closed_at = 0) AS value",
                                   project.id))
            put_on_board(change, project.id, default_column(change.tx, project));
}

std::vector<ColumnOfBoard> columns_of_boards(db::Queries& db, const std::vector<std::int64_t>& project_ids)
{
    if (project_ids.empty()) return {};
    db::Composition query("SELECT id, project_id, title FROM project_column WHERE project_id IN ");
    query << bound(project_ids) << " ORDER BY project_id, sorting, id";
    return db.all<ColumnOfBoard>(query);
}

Result<> move_to_column(const Call& call, const IssueContext& at, std::int64_t project_id, std::int64_t column_id)
{
    if (usable_projects(call, at.place, {project_id}).empty()) return not_found("the project");
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto columns = columns_of_boards(tx, {project_id});
        const auto present = boards_of(tx, at.issue.id);
        if (std::ranges::find(present, project_id) == present.end()) return not_found("the issue on this board");
        if (std::ranges::find(columns, column_id, &ColumnOfBoard::id) == columns.end())
            return fail(Errc::unprocessable, "[column]: the project has no such column");
        auto issue = at.issue;
        put_on_board({tx, call.site.events, call.caller.id, issue}, project_id, column_id);
        return {};
    });
}

} // namespace cairn::issues
