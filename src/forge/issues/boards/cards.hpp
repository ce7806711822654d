// Issues put on boards, moved there and taken off: the change, its place in the timeline, and who has to hear of it, as
// in changes.hpp. Whether somebody may was decided before, but for boards that are named with an issue.
#pragma once

#include "issues/boards/project.hpp"
#include "issues/changes.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::issues {

// The end of the column, or the place that is said. On the board already: it moves there.
void put_on_board(const Change&, std::int64_t project_id, std::int64_t column_id,
                  std::optional<std::int64_t> sorting = {});

// False where it is not there.
bool take_off_board(const Change&, std::int64_t project_id);

// The first place behind all cards of the column.
std::int64_t end_of_column(db::Queries&, std::int64_t column_id);

// The column that takes what has none, made where the board has none of the kind.
std::int64_t default_column(db::Transaction&, const StoredProject&);

// Those of these projects that the caller may put issues of this repository on: open ones, of the repository for who
// writes its projects, of its owner for who writes theirs.
std::vector<StoredProject> usable_projects(const api::Call&, const RepositoryContext&,
                                           const std::vector<std::int64_t>& ids);

// The first of all of them by title, with these letters in it.
std::vector<StoredProject> usable_projects(const api::Call&, const RepositoryContext&, std::string_view q,
                                           std::int64_t most);

// The boards that an issue shall be on. What is on others that the caller may change is taken off there; boards that
// are closed, or not for the caller to change, keep it.
struct WantedBoards {
    std::vector<StoredProject> put_on{};
    std::vector<std::int64_t> take_off{};
};
// Errc::not_found for a project that the caller may not put it on, where it is not there already.
Result<WantedBoards> read_boards(const api::Call&, const IssueContext&, const std::vector<std::int64_t>& project_ids);
void set_boards(const Change&, const WantedBoards&);

// Where on a board that the caller may change an issue can be.
struct ColumnOfBoard {
    std::int64_t id = 0;
    std::int64_t project_id = 0;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(ColumnOfBoard, (), (id, project_id, title))
// In the order of the boards' ids, and in theirs.
std::vector<ColumnOfBoard> columns_of_boards(db::Queries&, const std::vector<std::int64_t>& project_ids);

// To the end of another column. Errc::not_found for a board that the caller may not change, or that the issue is not
// on; Errc::unprocessable for a column that the board does not have.
Result<> move_to_column(const api::Call&, const IssueContext&, std::int64_t project_id, std::int64_t column_id);

} // namespace cairn::issues
