// The columns of a board: making, naming, coloring, ordering and deleting them.
#include <algorithm>

#include "pages/page.hpp"
#include "pages/projects/project_home.hpp"
#include "pages/projects/shown_project.hpp"
#include "pages/projects/tables.hpp"
#include "projects/board.hpp"
#include "projects/column_editing.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using projects::ColumnPath;
using projects::ProjectPath;
using projects::StoredColumn;
using words::Phrase;

namespace {

const Notice column_created{"column-created", Phrase("The column is created.")};
const Notice column_saved{"column-saved", Phrase("The column is saved.")};
const Notice column_moved{"column-moved", Phrase("The column is moved.")};
const Notice column_default{"column-default", Phrase("This is the default column now.")};
const Notice column_deleted{"column-deleted", Phrase("The column is deleted.")};

struct ColumnForm {
    std::string title;
    std::string color;
    bool colored = false; // a field for colors is never empty
};
BOOST_DESCRIBE_STRUCT(ColumnForm, (), (title, color, colored))
constexpr auto notes(const ColumnForm*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 255}};
}

struct ShiftForm {
    projects::ColumnStep to = projects::ColumnStep::left;
};
BOOST_DESCRIBE_STRUCT(ShiftForm, (), (to))
constexpr auto notes(const ShiftForm*) { return std::array{Note{.member = "to", .required = true}}; }

struct ColumnFormView {
    PageHead head{};
    ProjectPlace place;
    ShownProject project;
    std::int64_t id = 0; // 0: a new one
    std::string title{};
    Form<ColumnForm> form{};
};
BOOST_DESCRIBE_STRUCT(ColumnFormView, (), (head, place, project, id, title, form))

struct DeleteColumnView {
    PageHead head{};
    ProjectPlace place;
    ShownProject project;
    std::string title;
    std::int64_t id = 0;
    std::int64_t cards = 0; // that the reader may read
    std::string heir{};     // where they go; empty: a column is made for them
    bool refused = false;   // it is the default one
};
BOOST_DESCRIBE_STRUCT(DeleteColumnView, (), (head, place, project, title, id, cards, heir, refused))

std::string color_of(const ColumnForm& form) { return form.colored ? form.color : std::string(); }

Result<ColumnFormView> show_new(Call& call, const ProjectHome& at, Path<ProjectPath> path, Form<ColumnForm> form)
{
    const auto project = TRY(projects::find_open_project(call.db(), at.home(), path->id));
    form.begin_with({.title = {}, .color = "#2f6f8f"});
    return ColumnFormView{.head = project_head(at),
                          .place = project_place(call, at),
                          .project = show_project(at, project),
                          .form = std::move(form)};
}

Result<Done> create(Call& call, const ProjectHome& at, Path<ProjectPath> path, Body<ColumnForm> form)
{
    TRY(projects::create_column(call, at.home(), path.value, {.title = form->title, .color = color_of(form.value)}));
    return done(at.board(path->id), column_created);
}

Result<ColumnFormView> show_edit(Call& call, const ProjectHome& at, Path<ColumnPath> path, Form<ColumnForm> form)
{
    const auto project = TRY(projects::find_open_project(call.db(), at.home(), path->id));
    const auto column = TRY(projects::find_column(call, at.home(), path.value));
    form.begin_with({.title = column.title,
                     .color = column.color.empty() ? "#2f6f8f" : column.color,
                     .colored = !column.color.empty()});
    return ColumnFormView{.head = project_head(at),
                          .place = project_place(call, at),
                          .project = show_project(at, project),
                          .id = column.id,
                          .title = column.title,
                          .form = std::move(form)};
}

Result<Done> edit(Call& call, const ProjectHome& at, Path<ColumnPath> path, Body<ColumnForm> form)
{
    projects::EditProjectColumnOption option;
    option.title = form->title;
    option.color = color_of(form.value);
    TRY(projects::edit_column(call, at.home(), path.value, option));
    return done(at.board(path->id), column_saved);
}

Result<Done> shift(Call& call, const ProjectHome& at, Path<ColumnPath> path, Body<ShiftForm> form)
{
    TRY(projects::shift_column(call, at.home(), path.value, form->to));
    return done(at.board(path->id), column_moved);
}

Result<Done> make_default(Call& call, const ProjectHome& at, Path<ColumnPath> path)
{
    TRY(projects::set_default_column(call, at.home(), path.value));
    return done(at.board(path->id), column_default);
}

Result<DeleteColumnView> show_delete(Call& call, const ProjectHome& at, Path<ColumnPath> path)
{
    const auto project = TRY(projects::find_open_project(call.db(), at.home(), path->id));
    const auto column = TRY(projects::find_column(call, at.home(), path.value));
    DeleteColumnView view{.head = project_head(at),
                          .place = project_place(call, at),
                          .project = show_project(at, project),
                          .title = column.title,
                          .id = column.id,
                          .refused = column.is_default};
    view.cards = projects::read_column(call, at.home(), column, nullptr, {.page = 1, .limit = 1}).total;
    const auto columns = projects::columns_of(call.db(), project);
    const auto heir = std::ranges::find_if(columns, &StoredColumn::is_default);
    if (heir != columns.end()) view.heir = heir->title;
    return view;
}

Result<Done> remove(Call& call, const ProjectHome& at, Path<ColumnPath> path)
{
    TRY(projects::delete_column(call, at.home(), path.value));
    return done(at.board(path->id), column_deleted);
}

constexpr auto& new_page = shows<show_new, "projects/column_form", "repoListProjectColumns repoCreateProjectColumn">;
constexpr auto& edit_page = shows<show_edit, "projects/column_form", "repoGetProjectColumn repoEditProjectColumn">;
constexpr auto& delete_page =
    shows<show_delete, "projects/delete_column", "repoGetProjectColumn repoDeleteProjectColumn">;
constexpr auto& owner_new_page =
    shows<show_new, "projects/column_form", "userListProjects orgListProjectColumns orgCreateProjectColumn">;
constexpr auto& owner_edit_page =
    shows<show_edit, "projects/column_form", "userListProjects orgGetProjectColumn orgEditProjectColumn">;
constexpr auto& owner_delete_page =
    shows<show_delete, "projects/delete_column", "userListProjects orgGetProjectColumn orgDeleteProjectColumn">;

// clang-format off
constexpr Operation column_operations[] = {
    {GET,  "/{owner}/{repo}/projects/{id}/columns/new",                 scope::none, changes_repository_boards, new_page,                       200, "siteNewColumn",          "Ask for a new column"},
    {POST, "/{owner}/{repo}/projects/{id}/columns/new",                 scope::none, changes_repository_boards, does<create, new_page>,         303, "siteColumnCreated",      "Create a column"},
    {GET,  "/{owner}/{repo}/projects/{id}/columns/{column_id}/edit",    scope::none, changes_repository_boards, edit_page,                      200, "siteEditColumn",         "Ask what a column shall be"},
    {POST, "/{owner}/{repo}/projects/{id}/columns/{column_id}/edit",    scope::none, changes_repository_boards, does<edit, edit_page>,          303, "siteColumnEdited",       "Change a column"},
    {POST, "/{owner}/{repo}/projects/{id}/columns/{column_id}/move",    scope::none, changes_repository_boards, does<shift>,                    303, "siteMoveColumn",         "Move a column"},
    {POST, "/{owner}/{repo}/projects/{id}/columns/{column_id}/default", scope::none, changes_repository_boards, does<make_default>,             303, "siteDefaultColumn",      "Make a column the default one"},
    {GET,  "/{owner}/{repo}/projects/{id}/columns/{column_id}/delete",  scope::none, changes_repository_boards, delete_page,                    200, "siteDeleteColumn",       "Ask whether to delete a column"},
    {POST, "/{owner}/{repo}/projects/{id}/columns/{column_id}/delete",  scope::none, changes_repository_boards, does<remove, delete_page>,      303, "siteColumnDeleted",      "Delete a column"},
    {GET,  "/{owner}/-/projects/{id}/columns/new",                      scope::none, changes_owner_boards,      owner_new_page,                 200, "siteNewOwnerColumn",     "Ask for a new column of an account's project"},
    {POST, "/{owner}/-/projects/{id}/columns/new",                      scope::none, changes_owner_boards,      does<create, owner_new_page>,   303, "siteOwnerColumnCreated", "Create a column of an account's project"},
    {GET,  "/{owner}/-/projects/{id}/columns/{column_id}/edit",         scope::none, changes_owner_boards,      owner_edit_page,                200, "siteEditOwnerColumn",    "Ask what a column of an account's project shall be"},
    {POST, "/{owner}/-/projects/{id}/columns/{column_id}/edit",         scope::none, changes_owner_boards,      does<edit, owner_edit_page>,    303, "siteOwnerColumnEdited",  "Change a column of an account's project"},
    {POST, "/{owner}/-/projects/{id}/columns/{column_id}/move",         scope::none, changes_owner_boards,      does<shift>,                    303, "siteMoveOwnerColumn",    "Move a column of an account's project"},
    {POST, "/{owner}/-/projects/{id}/columns/{column_id}/default",      scope::none, changes_owner_boards,      does<make_default>,             303, "siteDefaultOwnerColumn", "Make a column of an account's project the default one"},
    {GET,  "/{owner}/-/projects/{id}/columns/{column_id}/delete",       scope::none, changes_owner_boards,      owner_delete_page,              200, "siteDeleteOwnerColumn",  "Ask whether to delete a column of an account's project"},
    {POST, "/{owner}/-/projects/{id}/columns/{column_id}/delete",       scope::none, changes_owner_boards,      does<remove, owner_delete_page>, 303, "siteOwnerColumnDeleted", "Delete a column of an account's project"},
};
// clang-format on
static_assert(well_formed(column_operations));

} // namespace

const Table column_forms_table{"site", column_operations, Door::site, refuse_page};

} // namespace cairn::pages
