// Issues and pull requests put on boards, moved there and taken off. Whatever changes a board is Errc::not_found where
// the project, the column or the issue is not there for the caller, Errc::forbidden where the project is closed, and
// Errc::locked where the repository of the issue is archived.
#pragma once

#include "issues/issue.hpp"
#include "projects/column.hpp"

namespace cairn::projects {

// One page of a column's cards that the caller may read, in their order, and how many there are. Errc::not_found for a
// project or a column that is not here.
Result<Page<issues::StoredIssue>> list_cards(const api::View&, const Home&, const ColumnPath&, const Paging&);

struct CardPath : ColumnPath {
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(CardPath, (ColumnPath), (issue_id))
constexpr auto notes(const CardPath*)
{
    return std::array{Note{"issue_id", "the issue's id, which is not its number"}};
}

// At the end of the column. Errc::forbidden for an issue of somebody else's repository on an account's board.
Result<> add_card(const api::Call&, const Home&, const CardPath&);
Result<> remove_card(const api::Call&, const Home&, const CardPath&);

struct MovePath : ProjectPath {
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(MovePath, (ProjectPath), (issue_id))
constexpr auto notes(const MovePath*)
{
    return std::array{Note{"issue_id", "the issue's id, which is not its number"}};
}

struct MoveProjectIssueOption {
    std::int64_t column_id = 0;
    std::optional<std::int64_t> sorting;
};
BOOST_DESCRIBE_STRUCT(MoveProjectIssueOption, (), (column_id, sorting))
constexpr auto notes(const MoveProjectIssueOption*)
{
    return std::array{Note{.member = "column_id", .doc = "the column that it shall be in", .required = true},
                      Note{"sorting", "its place there; without it, the end"}};
}

// Errc::unprocessable for a place that is too far away, for a column that the project does not have, and for what is
// not on the board.
Result<> move_card(const api::Call&, const Home&, const MovePath&, const MoveProjectIssueOption&);

// The same for several at once: all of them or none. 0 for the column means the default one, which is made where there
// is none.
Result<> add_cards(const api::Call&, const Home&, const ProjectPath&, std::int64_t column_id,
                   const std::vector<std::int64_t>& issue_ids);

// Whichever column it is in. Errc::not_found for what is not on the board.
Result<> take_off(const api::Call&, const Home&, const MovePath&);

// A place among the cards that somebody sees, who may not see all: in front of or behind another card, at the top, or,
// as it is without any of them, at the end of the column.
struct CardPlace {
    std::int64_t column_id = 0; // 0: where it is
    std::int64_t before = 0;    // the id of an issue
    std::int64_t after = 0;     // the same
    bool top = false;
};

// Those who move cards of a board at the same time do it one after the other. A card that somebody has taken away
// meanwhile is no place: then it is the end. What is refused is as with move_card().
Result<> place_card(const api::Call&, const Home&, const MovePath&, const CardPlace&);

} // namespace cairn::projects
