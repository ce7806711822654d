#include "projects/column.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "db/database.hpp"
#include "issues/show.hpp"

namespace cairn::projects {

using api::View;

namespace {

constexpr std::size_t longest_title = 255; // in characters

} // namespace

std::vector<ProjectColumn> show_columns(const View& view, std::span<const StoredColumn> rows)
{
    std::vector<std::int64_t> creator_ids;
    for (const auto& row : rows) creator_ids.push_back(row.creator_id);
    const issues::People people(view, std::move(creator_ids));
    std::vector<ProjectColumn> shown;
    shown.reserve(rows.size());
    for (const auto& row : rows)
        shown.push_back({.id = row.id,
                         .title = row.title,
                         .default_ = row.is_default,
                         .sorting = row.sorting,
                         .color = row.color,
                         .project_id = row.project_id,
                         .creator = accounts::show_user(people.at(row.creator_id), view.caller, view.settings()),
                         .created_at = row.created_at,
                         .updated_at = row.updated_at});
    return shown;
}

ProjectColumn show_column(const View& view, const StoredColumn& row)
{
    return std::move(show_columns(view, {&row, 1}).front());
}

std::optional<StoredColumn> find_column(db::Queries& db, const StoredProject& project, std::int64_t id)
{
    return db.first<StoredColumn>("SELECT * FROM project_column WHERE id = $1 AND project_id = $2", id, project.id);
}

StoredColumn insert_column(db::Transaction& tx, StoredColumn column)
{
    column.created_at = column.updated_at = Time::now();
    column.id = tx.scalar<std::int64_t>(
        "INSERT INTO project_column (project_id, creator_id, title, color, sorting, is_default, created_at, updated_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        column.project_id, column.creator_id, column.title, column.color, column.sorting, column.is_default,
        column.created_at, column.updated_at);
    return column;
}

std::string clean_title(std::string_view title)
{
    title = text::trim(title);
    std::size_t end = 0;
    for (std::size_t length = 0; length < longest_title && end < title.size(); ++length)
        end += utf8_sequence(title.substr(end));
    return std::string(title.substr(0, end));
}

} // namespace cairn::projects
