#include "projects/board.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "db/composition.hpp"
#include "issues/readable.hpp"

namespace cairn::projects {

using db::bound;
using issues::IssueFilter;

namespace {

struct CountRow {
    std::int64_t column_id = 0;
    std::int64_t cards = 0;
    std::int64_t closed = 0;
};
BOOST_DESCRIBE_STRUCT(CountRow, (), (column_id, cards, closed))

struct CardRow {
    std::int64_t column_id = 0;
    std::int64_t sorting = 0;
    std::int64_t issue_id = 0;
    bool archived = false;
};
BOOST_DESCRIBE_STRUCT(CardRow, (), (column_id, sorting, issue_id, archived))

void begin(db::Composition& query, const IssueFilter* filter)
{
    if (filter == nullptr) return;
    query << "WITH fits AS MATERIALIZED (SELECT i.id";
    issues::add_from(query, *filter);
    query << ") ";
}

// ` FROM ... WHERE ` the card `c`, its issue `i` and the repository `r` are for the caller to see.
void add_seen(db::Composition& query, const api::View& view, const Home& home)
{
    query << " FROM project_card c JOIN issue i ON i.id = c.issue_id"
             " JOIN repository r ON r.id = i.repository_id WHERE ";
    issues::add_reads_issue(query, home.onlooker(view.caller));
}
void add_fits(db::Composition& query, const IssueFilter* filter)
{
    if (filter != nullptr) query << " AND c.issue_id IN (SELECT fits.id FROM fits)";
}

std::vector<CountRow> count_cards(const api::View& view, const Home& home, const std::vector<std::int64_t>& columns,
                                  const IssueFilter* filter)
{
    db::Composition query;
    begin(query, filter);
    query << "SELECT c.column_id, COUNT(*) AS cards, SUM(CASE WHEN i.closed THEN 1 ELSE 0 END) AS closed";
    add_seen(query, view, home);
    add_fits(query, filter);
    query << " AND c.column_id IN " << bound(columns) << " GROUP BY c.column_id";
    return view.db().all<CountRow>(query);
}

// The first of each column: an index has them in their order, so that the others need not be read.
std::vector<CardRow> first_cards(const api::View& view, const Home& home, const std::vector<CountRow>& columns,
                                 const IssueFilter* filter, std::int64_t most)
{
    if (columns.empty()) return {};
    db::Composition query;
    begin(query, filter);
    for (bool first = true; const auto& column : columns) {
        if (!std::exchange(first, false)) query << " UNION ALL ";
        query
            << "SELECT s.column_id, s.sorting, s.issue_id, s.archived FROM (SELECT c.column_id, c.sorting, c.issue_id,"
               " r.archived_at <> 0 AS archived";
        add_seen(query, view, home);
        add_fits(query, filter);
        query << " AND c.column_id = " << bound(column.column_id) << " ORDER BY c.sorting, c.issue_id LIMIT "
              << bound(most) << ") s";
    }
    auto rows = view.db().all<CardRow>(query);
    std::ranges::sort(rows, {},
                      [](const CardRow& row) { return std::tuple(row.column_id, row.sorting, row.issue_id); });
    return rows;
}

} // namespace

std::vector<StoredColumn> columns_of(db::Queries& db, const StoredProject& project)
{
    return db.all<StoredColumn>("SELECT * FROM project_column WHERE project_id = $1 ORDER BY sorting, id", project.id);
}

std::vector<BoardColumn> read_board(const api::View& view, const Home& home, std::vector<StoredColumn> columns,
                                    const IssueFilter* filter, std::int64_t most)
{
    std::vector<std::int64_t> ids;
    std::vector<BoardColumn> board;
    for (auto& column : columns) {
        ids.push_back(column.id);
        board.push_back({.column = std::move(column)});
    }
    const auto at = [&](std::int64_t id) -> BoardColumn& {
        return board[static_cast<std::size_t>(std::ranges::find(ids, id) - ids.begin())];
    };
    const auto counts = count_cards(view, home, ids, filter);
    for (const auto& row : counts) {
        at(row.column_id).count = row.cards;
        at(row.column_id).closed = row.closed;
    }
    for (const auto& row : first_cards(view, home, counts, filter, most))
        at(row.column_id).cards.push_back({.issue_id = row.issue_id, .archived = row.archived});
    return board;
}

Page<BoardCard> read_column(const api::View& view, const Home& home, const StoredColumn& column,
                            const IssueFilter* filter, const Paging& paging)
{
    db::Composition query("SELECT c.issue_id, r.archived_at <> 0 AS archived");
    add_seen(query, view, home);
    if (filter != nullptr) {
        query << " AND c.issue_id IN (SELECT i.id";
        issues::add_from(query, *filter);
        query << ")";
    }
    query << " AND c.column_id = " << bound(column.id) << " ORDER BY c.sorting, c.issue_id";
    return view.db().page<BoardCard>(paging, query);
}

} // namespace cairn::projects
