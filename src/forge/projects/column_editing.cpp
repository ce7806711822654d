#include "projects/column_editing.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/boards/cards.hpp"

namespace cairn::projects {

using api::Call;
using api::View;

namespace {

constexpr std::int64_t lowest_sorting = -128;
constexpr std::int64_t highest_sorting = 127;

Result<std::string> read_title(std::string_view sent)
{
    auto title = clean_title(sent);
    if (title.empty()) return fail(Errc::unprocessable, "[title]: is required");
    return title;
}

Result<void> check_color(std::string_view color)
{
    const auto is_hexadecimal = [](char c) {
        return text::is_digit(c) || (text::to_lower(c) >= 'a' && text::to_lower(c) <= 'f');
    };
    if (color.empty()) return {};
    if (color.size() == 7 && color.front() == '#' && std::ranges::all_of(color.substr(1), is_hexadecimal)) return {};
    return fail(Errc::unprocessable, "[color]: a number sign and six hexadecimal digits are expected");
}

// The project as far as its columns are to be changed, and one of them.
struct Spot {
    StoredProject project;
    StoredColumn column;
};

Result<Spot> find_spot(db::Queries& db, const Home& home, const ColumnPath& path)
{
    auto project = TRY(find_open_project(db, home, path.id));
    auto column = find_column(db, project, path.column_id);
    if (!column) return not_found("the column");
    return Spot{std::move(project), std::move(*column)};
}

void put_in_order(db::Transaction& tx, const std::vector<std::int64_t>& ids)
{
    std::int64_t sorting = 0;
    for (const auto id : ids)
        tx.run("UPDATE project_column SET sorting = $2, updated_at = $3 WHERE id = $1", id, sorting++, Time::now());
}

struct Extent {
    std::int64_t columns = 0;
    std::int64_t next = 0;
};
BOOST_DESCRIBE_STRUCT(Extent, (), (columns, next))

} // namespace

Result<Page<StoredColumn>> list_columns(const View& view, const Home& home, const ProjectPath& path,
                                        const Paging& paging)
{
    const auto project = TRY(find_project(view.db(), home, path.id));
    return view.db().page<StoredColumn>(
        paging, "SELECT * FROM project_column WHERE project_id = $1 ORDER BY sorting, id", project.id);
}

Result<StoredColumn> find_column(const View& view, const Home& home, const ColumnPath& path)
{
    const auto project = TRY(find_project(view.db(), home, path.id));
    auto column = find_column(view.db(), project, path.column_id);
    if (!column) return not_found("the column");
    return std::move(*column);
}

Result<StoredColumn> create_column(const Call& call, const Home& home, const ProjectPath& path,
                                   const CreateProjectColumnOption& option)
{
    const auto title = TRY(read_title(option.title));
    TRY(check_color(option.color));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredColumn> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        const auto extent = tx.one<Extent>("SELECT COUNT(*) AS columns, COALESCE(MAX(sorting) + 1, 0) AS next"
                                           " FROM project_column WHERE project_id = $1",
                                           project.id);
        if (extent.columns >= most_columns)
            return fail(Errc::unprocessable, "a project has at most " + std::to_string(most_columns) + " columns");
        // Behind the highest place there is none: equal ones are in the order of their ids.
        return insert_column(tx,
                             {.project_id = project.id,
                              .creator_id = call.caller.id,
                              .title = title,
                              .color = option.color,
                              .sorting = std::min(extent.next, highest_sorting)});
    });
}

Result<StoredColumn> edit_column(const Call& call, const Home& home, const ColumnPath& path,
                                 const EditProjectColumnOption& option)
{
    const auto title = option.title ? std::optional(TRY(read_title(*option.title))) : std::nullopt;
    if (option.color) TRY(check_color(*option.color));
    if (option.sorting && (*option.sorting < lowest_sorting || *option.sorting > highest_sorting))
        return fail(Errc::unprocessable, "[sorting]: a number from -128 to 127 is expected");
    return call.db().write([&](db::Transaction& tx) -> Result<StoredColumn> {
        auto column = TRY(find_spot(tx, home, path)).column;
        if (title) column.title = *title;
        if (option.color) column.color = *option.color;
        if (option.sorting) column.sorting = *option.sorting;
        column.updated_at = Time::now();
        tx.run("UPDATE project_column SET title = $2, color = $3, sorting = $4, updated_at = $5 WHERE id = $1",
               column.id, column.title, column.color, column.sorting, column.updated_at);
        return column;
    });
}

Result<> move_columns(const Call& call, const Home& home, const ProjectPath& path,
                      const MoveProjectColumnsOption& option)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path.id));
        const auto present =
            tx.all<std::int64_t>("SELECT id FROM project_column WHERE project_id = $1 ORDER BY id", project.id);
        auto named = option.column_ids;
        std::ranges::sort(named);
        if (named != present) return fail(Errc::unprocessable, "[column_ids]: every column is to be named once");
        put_in_order(tx, option.column_ids);
        return {};
    });
}

Result<> shift_column(const Call& call, const Home& home, const ColumnPath& path, ColumnStep step)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto spot = TRY(find_spot(tx, home, path));
        auto ids = tx.all<std::int64_t>("SELECT id FROM project_column WHERE project_id = $1 ORDER BY sorting, id",
                                        spot.project.id);
        const auto at = std::ranges::find(ids, spot.column.id);
        if (step == ColumnStep::left ? at == ids.begin() : std::next(at) == ids.end()) return {};
        std::iter_swap(at, step == ColumnStep::left ? std::prev(at) : std::next(at));
        put_in_order(tx, ids);
        return {};
    });
}

Result<> set_default_column(const Call& call, const Home& home, const ColumnPath& path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto spot = TRY(find_spot(tx, home, path));
        tx.run("UPDATE project_column SET is_default = FALSE WHERE project_id = $1 AND is_default", spot.project.id);
        tx.run("UPDATE project_column SET is_default = TRUE, updated_at = $2 WHERE id = $1", spot.column.id,
               Time::now());
        return {};
    });
}

Result<> delete_column(const Call& call, const Home& home, const ColumnPath& path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto spot = TRY(find_spot(tx, home, path));
        if (spot.column.is_default) return fail(Errc::unprocessable, "the default column cannot be deleted");
        const auto heir = issues::default_column(tx, spot.project);
        // Behind what is there, in the order that they had.
        tx.run("UPDATE project_card SET column_id = $2, sorting = $3 + n.place FROM (SELECT issue_id,"
               " ROW_NUMBER() OVER (ORDER BY sorting, issue_id) - 1 AS place FROM project_card WHERE column_id = $1) n"
               " WHERE project_card.column_id = $1 AND project_card.issue_id = n.issue_id",
               spot.column.id, heir, issues::end_of_column(tx, heir));
        tx.run("DELETE FROM project_column WHERE id = $1", spot.column.id);
        return {};
    });
}

} // namespace cairn::projects
