// The columns of a board: listing, making, changing, ordering and deleting them. Whatever changes them is
// Errc::not_found where the project or the column is not here, and Errc::forbidden where the project is closed.
#pragma once

#include "projects/column.hpp"

namespace cairn::projects {

inline constexpr std::int64_t most_columns = 20;

// One page of them, in their order, and how many there are.
Result<Page<StoredColumn>> list_columns(const api::View&, const Home&, const ProjectPath&, const Paging&);
Result<StoredColumn> find_column(const api::View&, const Home&, const ColumnPath&);

struct CreateProjectColumnOption {
    std::string title;
    std::string color;
};
BOOST_DESCRIBE_STRUCT(CreateProjectColumnOption, (), (title, color))
constexpr auto notes(const CreateProjectColumnOption*)
{
    return std::array{Note{.member = "title", .doc = "what is cut beyond 255 characters", .required = true},
                      Note{"color", "a number sign and six hexadecimal digits, or nothing"}};
}

// Behind the others. Errc::unprocessable without a title, for what is no color, and where there are as many as there
// may be.
Result<StoredColumn> create_column(const api::Call&, const Home&, const ProjectPath&, const CreateProjectColumnOption&);

struct EditProjectColumnOption {
    std::optional<std::string> title;
    std::optional<std::string> color;
    std::optional<std::int64_t> sorting;
};
BOOST_DESCRIBE_STRUCT(EditProjectColumnOption, (), (title, color, sorting))
constexpr auto notes(const EditProjectColumnOption*)
{
    return std::array{Note{"color", "a number sign and six hexadecimal digits, or nothing"},
                      Note{"sorting", "its place, from -128 to 127; others may have the same"}};
}

// Errc::unprocessable for an empty title, for what is no color, and for a place that is too far away.
Result<StoredColumn> edit_column(const api::Call&, const Home&, const ColumnPath&, const EditProjectColumnOption&);

struct MoveProjectColumnsOption {
    std::vector<std::int64_t> column_ids;
};
BOOST_DESCRIBE_STRUCT(MoveProjectColumnsOption, (), (column_ids))
constexpr auto notes(const MoveProjectColumnsOption*)
{
    return std::array{
        Note{.member = "column_ids", .doc = "every column of the project, in their new order", .required = true}};
}

// Errc::unprocessable unless every column is named once.
Result<> move_columns(const api::Call&, const Home&, const ProjectPath&, const MoveProjectColumnsOption&);

// To the place of its neighbor, in front of it or behind it; where there is none, nothing happens.
enum class ColumnStep : std::uint8_t { left, right };
BOOST_DESCRIBE_ENUM(ColumnStep, left, right)
Result<> shift_column(const api::Call&, const Home&, const ColumnPath&, ColumnStep);

// From now on it takes the issues of columns that are deleted.
Result<> set_default_column(const api::Call&, const Home&, const ColumnPath&);

// Its issues go to the default column. Errc::unprocessable for that one.
Result<> delete_column(const api::Call&, const Home&, const ColumnPath&);

} // namespace cairn::projects
