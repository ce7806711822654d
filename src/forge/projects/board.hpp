// A board as it is looked at: its columns with the first cards of each, as far as the caller may read them, and with
// what a query finds of them.
#pragma once

#include "issues/issue_filter.hpp"
#include "projects/column.hpp"

namespace cairn::projects {

struct BoardCard {
    std::int64_t issue_id = 0;
    bool archived = false; // its repository is, so that it stays where it is
};
BOOST_DESCRIBE_STRUCT(BoardCard, (), (issue_id, archived))

struct BoardColumn {
    StoredColumn column;
    std::int64_t count = 0;         // of cards that there are to be seen,
    std::int64_t closed = 0;        // and of those that are closed
    std::vector<BoardCard> cards{}; // the first of them, in their order
};

// In their order.
std::vector<StoredColumn> columns_of(db::Queries&, const StoredProject&);

// These columns with at most `most` cards each, in two statements however many there are. `filter`: of what is on this
// board alone; null for all of it.
std::vector<BoardColumn> read_board(const api::View&, const Home&, std::vector<StoredColumn>,
                                    const issues::IssueFilter* filter, std::int64_t most);

// One page of a column's cards.
Page<BoardCard> read_column(const api::View&, const Home&, const StoredColumn&, const issues::IssueFilter* filter,
                            const Paging&);

} // namespace cairn::projects
