// The columns of boards.
#include <algorithm>

#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/boards/cards.hpp"
#include "projects/column.hpp"
#include "projects/tables.hpp"

namespace cairn::projects {

using namespace api;
using enum Method;

namespace {

constexpr std::int64_t most_columns = 20;
constexpr std::int64_t lowest_sorting = -128;
constexpr std::int64_t highest_sorting = 127;
constexpr std::string_view color_doc = "a number sign and six hexadecimal digits, or nothing";

struct ListColumns : Paging { };
BOOST_DESCRIBE_STRUCT(ListColumns, (Paging), ())

struct CreateProjectColumnOption {
    std::string title;
    std::string color;
};
BOOST_DESCRIBE_STRUCT(CreateProjectColumnOption, (), (title, color))
constexpr auto notes(const CreateProjectColumnOption*)
{
    return std::array{Note{.member = "title", .doc = "what is cut beyond 255 characters", .required = true},
                      Note{"color", color_doc}};
}

struct EditProjectColumnOption {
    std::optional<std::string> title;
    std::optional<std::string> color;
    std::optional<std::int64_t> sorting;
};
BOOST_DESCRIBE_STRUCT(EditProjectColumnOption, (), (title, color, sorting))
constexpr auto notes(const EditProjectColumnOption*)
{
    return std::array{Note{"color", color_doc},
                      Note{"sorting", "its place, from -128 to 127; others may have the same"}};
}

struct MoveProjectColumnsOption {
    std::vector<std::int64_t> column_ids;
};
BOOST_DESCRIBE_STRUCT(MoveProjectColumnsOption, (), (column_ids))
constexpr auto notes(const MoveProjectColumnsOption*)
{
    return std::array{
        Note{.member = "column_ids", .doc = "every column of the project, in their new order", .required = true}};
}

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

Result<Page<ProjectColumn>> list(Call& call, const Home& home, Path<ProjectPath> path, Query<ListColumns> query)
{
    const auto project = TRY(find_project(call.db(), home, path->id));
    const auto found = call.db().page<StoredColumn>(
        query.value, "SELECT * FROM project_column WHERE project_id = $1 ORDER BY sorting, id", project.id);
    return Page<ProjectColumn>{.items = show_columns(call, found.items), .total = found.total};
}

Result<ProjectColumn> get(Call& call, const Home& home, Path<ColumnPath> path)
{
    const auto project = TRY(find_project(call.db(), home, path->id));
    const auto column = find_column(call.db(), project, path->column_id);
    if (!column) return not_found("the column");
    return show_column(call, *column);
}

struct Extent {
    std::int64_t columns = 0;
    std::int64_t next = 0;
};
BOOST_DESCRIBE_STRUCT(Extent, (), (columns, next))

Result<ProjectColumn> create(Call& call, const Home& home, Path<ProjectPath> path, Body<CreateProjectColumnOption> body)
{
    const auto title = TRY(read_title(body->title));
    TRY(check_color(body->color));
    const auto made = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredColumn> {
        const auto project = TRY(find_open_project(tx, home, path->id));
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
                              .color = body->color,
                              .sorting = std::min(extent.next, highest_sorting)});
    }));
    return show_column(call, made);
}

Result<ProjectColumn> edit(Call& call, const Home& home, Path<ColumnPath> path, Body<EditProjectColumnOption> body)
{
    const auto title = body->title ? std::optional(TRY(read_title(*body->title))) : std::nullopt;
    if (body->color) TRY(check_color(*body->color));
    if (body->sorting && (*body->sorting < lowest_sorting || *body->sorting > highest_sorting))
        return fail(Errc::unprocessable, "[sorting]: a number from -128 to 127 is expected");
    const auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredColumn> {
        auto column = TRY(find_spot(tx, home, path.value)).column;
        if (title) column.title = *title;
        if (body->color) column.color = *body->color;
        if (body->sorting) column.sorting = *body->sorting;
        column.updated_at = Time::now();
        tx.run("UPDATE project_column SET title = $2, color = $3, sorting = $4, updated_at = $5 WHERE id = $1",
               column.id, column.title, column.color, column.sorting, column.updated_at);
        return column;
    }));
    return show_column(call, changed);
}

Result<> move(Call& call, const Home& home, Path<ProjectPath> path, Body<MoveProjectColumnsOption> body)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto project = TRY(find_open_project(tx, home, path->id));
        const auto present =
            tx.all<std::int64_t>("SELECT id FROM project_column WHERE project_id = $1 ORDER BY id", project.id);
        auto named = body->column_ids;
        std::ranges::sort(named);
        if (named != present) return fail(Errc::unprocessable, "[column_ids]: every column is to be named once");
        std::int64_t sorting = 0;
        for (const auto id : body->column_ids)
            tx.run("UPDATE project_column SET sorting = $2, updated_at = $3 WHERE id = $1", id, sorting++, Time::now());
        return {};
    });
}

Result<> set_default(Call& call, const Home& home, Path<ColumnPath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto spot = TRY(find_spot(tx, home, path.value));
        tx.run("UPDATE project_column SET is_default = FALSE WHERE project_id = $1 AND is_default", spot.project.id);
        tx.run("UPDATE project_column SET is_default = TRUE, updated_at = $2 WHERE id = $1", spot.column.id,
               Time::now());
        return {};
    });
}

Result<> remove(Call& call, const Home& home, Path<ColumnPath> path)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto spot = TRY(find_spot(tx, home, path.value));
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

// clang-format off
constexpr Operation of_repositories[] = {
    {GET,    "/repos/{owner}/{repo}/projects/{id}/columns",                     in_repository,   reads_in_repository,     handle<list>,        200, "repoListProjectColumns",             "List the columns of a repository's project"},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/columns",                     in_repository,   changes_in_repository,   handle<create>,      201, "repoCreateProjectColumn",            "Add a column to a repository's project", {422}},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/columns/move",                in_repository,   changes_in_repository,   handle<move>,        204, "repoMoveProjectColumns",             "Put the columns of a repository's project in another order", {422}},
    {GET,    "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}",         in_repository,   reads_in_repository,     handle<get>,         200, "repoGetProjectColumn",               "Get a column of a repository's project"},
    {PATCH,  "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}",         in_repository,   changes_in_repository,   handle<edit>,        200, "repoEditProjectColumn",              "Change a column of a repository's project", {422}},
    {DELETE, "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}",         in_repository,   changes_in_repository,   handle<remove>,      204, "repoDeleteProjectColumn",            "Delete a column of a repository's project", {422}},
    {POST,   "/repos/{owner}/{repo}/projects/{id}/columns/{column_id}/default", in_repository,   changes_in_repository,   handle<set_default>, 204, "repoSetDefaultProjectColumn",        "Make a column of a repository's project the default one"},
};
constexpr Operation of_organizations[] = {
    {GET,    "/orgs/{org}/projects/{id}/columns",                               in_organization, reads_in_organization,   handle<list>,        200, "orgListProjectColumns",              "List the columns of an organization's project"},
    {POST,   "/orgs/{org}/projects/{id}/columns",                               in_organization, changes_in_organization, handle<create>,      201, "orgCreateProjectColumn",             "Add a column to an organization's project", {422}},
    {POST,   "/orgs/{org}/projects/{id}/columns/move",                          in_organization, changes_in_organization, handle<move>,        204, "orgMoveProjectColumns",              "Put the columns of an organization's project in another order", {422}},
    {GET,    "/orgs/{org}/projects/{id}/columns/{column_id}",                   in_organization, reads_in_organization,   handle<get>,         200, "orgGetProjectColumn",                "Get a column of an organization's project"},
    {PATCH,  "/orgs/{org}/projects/{id}/columns/{column_id}",                   in_organization, changes_in_organization, handle<edit>,        200, "orgEditProjectColumn",               "Change a column of an organization's project", {422}},
    {DELETE, "/orgs/{org}/projects/{id}/columns/{column_id}",                   in_organization, changes_in_organization, handle<remove>,      204, "orgDeleteProjectColumn",             "Delete a column of an organization's project", {422}},
    {POST,   "/orgs/{org}/projects/{id}/columns/{column_id}/default",           in_organization, changes_in_organization, handle<set_default>, 204, "orgSetDefaultProjectColumn",         "Make a column of an organization's project the default one"},
};
constexpr Operation of_people[] = {
    {GET,    "/user/projects/{id}/columns",                                     of_person,       keeps_own,               handle<list>,        200, "userCurrentListProjectColumns",      "List the columns of one of your projects", {404}},
    {POST,   "/user/projects/{id}/columns",                                     of_person,       keeps_own,               handle<create>,      201, "userCurrentCreateProjectColumn",     "Add a column to one of your projects", {404, 422}},
    {POST,   "/user/projects/{id}/columns/move",                                of_person,       keeps_own,               handle<move>,        204, "userCurrentMoveProjectColumns",      "Put the columns of one of your projects in another order", {404, 422}},
    {GET,    "/user/projects/{id}/columns/{column_id}",                         of_person,       keeps_own,               handle<get>,         200, "userCurrentGetProjectColumn",        "Get a column of one of your projects", {404}},
    {PATCH,  "/user/projects/{id}/columns/{column_id}",                         of_person,       keeps_own,               handle<edit>,        200, "userCurrentEditProjectColumn",       "Change a column of one of your projects", {404, 422}},
    {DELETE, "/user/projects/{id}/columns/{column_id}",                         of_person,       keeps_own,               handle<remove>,      204, "userCurrentDeleteProjectColumn",     "Delete a column of one of your projects", {404, 422}},
    {POST,   "/user/projects/{id}/columns/{column_id}/default",                 of_person,       keeps_own,               handle<set_default>, 204, "userCurrentSetDefaultProjectColumn", "Make a column of one of your projects the default one", {404}},
};
// clang-format on
static_assert(well_formed(of_repositories));
static_assert(well_formed(of_organizations));
static_assert(well_formed(of_people));

} // namespace

const Table repository_column_table{"repository", of_repositories};
const Table organization_column_table{"organization", of_organizations};
const Table own_column_table{"user", of_people};

} // namespace cairn::projects
