// A column of a board: as the database holds it, as the API shows it, and how one is found and made.
#pragma once

#include "projects/home.hpp"

namespace cairn::projects {

struct ProjectColumn {
    std::int64_t id = 0;
    std::string title;
    bool default_ = false;
    std::int64_t sorting = 0;
    std::string color;
    std::int64_t project_id = 0;
    accounts::User creator;
    Time created_at;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(ProjectColumn, (),
                      (id, title, default_, sorting, color, project_id, creator, created_at, updated_at))
constexpr auto notes(const ProjectColumn*)
{
    return std::array{
        Note{"", "A column of a project, with issues in it"},
        Note{"default", "takes the issues of columns that are deleted"},
        Note{"sorting", "its place; equal ones are in the order of their ids"},
        Note{.member = "color", .doc = "a number sign and six hexadecimal digits, or nothing", .omit_empty = true},
    };
}

struct StoredColumn {
    std::int64_t id = 0;
    std::int64_t project_id = 0;
    std::int64_t creator_id = 0; // 0: the account is gone
    std::string title;
    std::string color{};
    std::int64_t sorting = 0;
    bool is_default = false;
    Time created_at{};
    Time updated_at{};
};
BOOST_DESCRIBE_STRUCT(StoredColumn, (),
                      (id, project_id, creator_id, title, color, sorting, is_default, created_at, updated_at))

struct ColumnPath : ProjectPath {
    std::int64_t column_id = 0;
};
BOOST_DESCRIBE_STRUCT(ColumnPath, (ProjectPath), (column_id))
constexpr auto notes(const ColumnPath*) { return std::array{Note{"column_id", "the column's id"}}; }

std::vector<ProjectColumn> show_columns(const api::View&, std::span<const StoredColumn>);
ProjectColumn show_column(const api::View&, const StoredColumn&);

std::optional<StoredColumn> find_column(db::Queries&, const StoredProject&, std::int64_t id);

// With its id and its times filled in.
StoredColumn insert_column(db::Transaction&, StoredColumn);

// Without the blanks around it, and cut to 255 characters.
std::string clean_title(std::string_view);

} // namespace cairn::projects
