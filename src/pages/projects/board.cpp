// The page of a project: its columns and cards, and a column by itself. Cards are moved by forms that name the card
// beside which they shall be, so that it does not matter what the reader does not see.
#include "accounts/visibility.hpp"
#include "base/html.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "issues/query/address_query.hpp"
#include "markup/safe_html.hpp"
#include "pages/issue_lists/issue_list.hpp"
#include "pages/kit.hpp"
#include "pages/page.hpp"
#include "pages/projects/shown_board.hpp"
#include "pages/projects/tables.hpp"
#include "projects/card_moving.hpp"
#include "projects/column_editing.hpp"
#include "projects/project_editing.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::AddressQuery;
using projects::ColumnPath;
using projects::MovePath;
using projects::ProjectPath;
using projects::StoredProject;
using words::Phrase;

namespace {

const Notice card_moved{"card-moved", Phrase("The card is moved.")};
const Notice card_removed{"card-removed", Phrase("The card is taken off the board.")};

struct BoardQuery : AddressQuery {
    bool filter = false;
};
BOOST_DESCRIBE_STRUCT(BoardQuery, (AddressQuery), (filter))

// One of several buttons was pressed, or the script has said it all.
struct MoveForm {
    std::int64_t column = 0; // 0: where it is
    std::int64_t before = 0;
    std::int64_t after = 0;
    std::string place; // top, bottom
    // The page that it comes from: the line, and the column if it is that one's page.
    std::string q;
    std::int64_t list = 0;
};
BOOST_DESCRIBE_STRUCT(MoveForm, (), (column, before, after, place, q, list))

struct BoardView {
    PageHead head{};
    ProjectPlace place;
    ShownProject project;
    std::optional<Html> text{}; // its description; nothing where that is too long to be rendered
    std::vector<ShownColumn> columns{};
    ShownList list{};       // the line and its menus
    bool filtering = false; // the line is shown
    std::int64_t cards = 0;
    std::int64_t closed = 0;
    bool may_add_column = false;
    std::string moved{}; // what is said when a card was moved by a key, with {names}
    Form<MoveForm> form{};
};
BOOST_DESCRIBE_STRUCT(BoardView, (),
                      (head, place, project, text, columns, list, filtering, cards, closed, may_add_column, moved,
                       form))

struct ColumnView {
    PageHead head{};
    ProjectPlace place;
    ShownProject project;
    ShownColumn column;
    ShownList list{};
    Form<MoveForm> form{};
};
BOOST_DESCRIBE_STRUCT(ColumnView, (), (head, place, project, column, list, form))

std::optional<Html> rendered(const Call& call, const ProjectHome& at, const std::string& text)
{
    const markup::LinkContext where{
        .site = call.settings().server.root_url,
        .repository = at.repository ? at.repository->owner.name + "/" + at.repository->repository.name : ""};
    const auto known = [&](std::span<const std::string> names) {
        return accounts::visible_names(call.db(), accounts::Viewer::of(call.caller), names);
    };
    auto html = markup::markdown_html(text, markup::Mode::comment, where, known);
    return html ? std::optional(std::move(*html)) : std::nullopt;
}

// What the line of an address asks for of the cards of this board; no filter where it asks for nothing.
struct AskedFor {
    ShownList list{};
    std::optional<issues::IssueFilter> filter{};

    const issues::IssueFilter* wanted() const { return filter ? &*filter : nullptr; }
};

AskedFor read_line(const Call& call, const ProjectHome& at, const StoredProject& project, const std::string& path,
                   const AddressQuery& address)
{
    ListRequest request{.place = {.repository = at.repository ? &*at.repository : nullptr,
                                  .owner_id = at.owner ? at.owner->id : 0,
                                  .board_id = project.id},
                        .path = path,
                        .usual = ""};
    const auto query = issues::query_of(call, request.place, address, call.parameter("q") != nullptr, request.usual);
    AskedFor asked;
    std::vector<issues::QueryRemark> remarks;
    if (!query.terms.empty()) {
        auto read = issues::read_query(call, request.place, query);
        asked.filter = read.whole();
        remarks = std::move(read.remarks);
    }
    describe_line(call, request, query, remarks, asked.list);
    // A board has an order of its own, and all of it is of one project.
    std::erase_if(asked.list.menus,
                  [](const ListMenu& menu) { return menu.word == "sort:" || menu.word == "project:"; });
    return asked;
}

std::string with_line(std::string address, const std::string& line)
{
    return line.empty() ? address : address + "?q=" + http::encode_query(line);
}

Result<BoardView> show_board(Call& call, const ProjectHome& at, Path<ProjectPath> path, Query<BoardQuery> query,
                             Form<MoveForm> form)
{
    const auto project = TRY(projects::find_project(call.db(), at.home(), path->id));
    const auto address = at.board(project.id);
    auto asked = read_line(call, at, project, address, query.value);
    auto columns = projects::columns_of(call.db(), project);
    const auto most = cards_shown(columns.size());
    auto read = projects::read_board(call, at.home(), std::move(columns), asked.wanted(), most);
    BoardView view{.head = project_head(at),
                   .place = project_place(call, at),
                   .project = show_project(at, project),
                   .list = std::move(asked.list),
                   .form = std::move(form)};
    view.head.fluid = true;
    view.filtering = query->filter || !view.list.line.empty();
    if (!project.description.empty()) view.text = rendered(call, at, project.description);
    for (const auto& column : read) {
        view.cards += column.count;
        view.closed += column.closed;
    }
    view.may_add_column = view.project.may_change && static_cast<std::int64_t>(read.size()) < projects::most_columns;
    view.columns = show_columns(call, at, project, std::move(read));
    for (auto& column : view.columns) column.address = with_line(column.address, view.list.line);
    if (!view.columns.empty()) view.head.values.emplace("column_id", std::to_string(view.columns.front().id));
    view.moved =
        language_of(call).say(Phrase("{card} is in {column}, number {place} of {count}"),
                              {{"card", "{card}"}, {"column", "{column}"}, {"place", "{place}"}, {"count", "{count}"}});
    return view;
}

Result<ColumnView> show_column_page(Call& call, const ProjectHome& at, Path<ColumnPath> path, Query<AddressQuery> query,
                                    Form<MoveForm> form)
{
    const auto project = TRY(projects::find_project(call.db(), at.home(), path->id));
    const auto address = at.board(project.id) + "/columns/" + std::to_string(path->column_id);
    std::vector<projects::BoardColumn> columns;
    for (auto& column : projects::columns_of(call.db(), project)) columns.push_back({.column = std::move(column)});
    const auto found = std::ranges::find(columns, path->column_id, [](const auto& one) { return one.column.id; });
    if (found == columns.end()) return not_found("the column");
    auto asked = read_line(call, at, project, address, query.value);
    auto cards = projects::read_column(call, at.home(), found->column, asked.wanted(), query.value);
    found->count = cards.total;
    found->cards = std::move(cards.items);
    const auto number = found - columns.begin();
    ColumnView view{.head = project_head(at),
                    .place = project_place(call, at),
                    .project = show_project(at, project),
                    .column = std::move(show_columns(call, at, project, std::move(columns))[number]),
                    .list = std::move(asked.list),
                    .form = std::move(form)};
    view.list.pager = pager(call, query.value, view.column.count);
    return view;
}

std::string back_to(const ProjectHome& at, std::int64_t project_id, const std::string& line, std::int64_t list)
{
    auto address = at.board(project_id);
    if (list > 0) address += "/columns/" + std::to_string(list);
    return with_line(std::move(address), line);
}

Result<Done> move(Call& call, const ProjectHome& at, Path<MovePath> path, Body<MoveForm> form)
{
    TRY(projects::place_card(
        call, at.home(), path.value,
        {.column_id = form->column, .before = form->before, .after = form->after, .top = form->place == "top"}));
    return done(back_to(at, path->id, form->q, form->list) + "#card-" + std::to_string(path->issue_id), card_moved);
}

Result<Done> remove(Call& call, const ProjectHome& at, Path<MovePath> path, Body<MoveForm> form)
{
    TRY(projects::take_off(call, at.home(), path.value));
    return done(back_to(at, path->id, form->q, form->list), card_removed);
}

constexpr auto& board_page =
    shows<show_board, "projects/board",
          "repoGetProject repoListProjectColumns repoListProjectColumnIssues repoMoveProjectIssue">;
constexpr auto& owner_board_page =
    shows<show_board, "projects/board",
          "userListProjects orgGetProject orgListProjectColumns orgListProjectColumnIssues orgMoveProjectIssue">;
constexpr auto& column_page =
    shows<show_column_page, "projects/column", "repoGetProjectColumn repoListProjectColumnIssues">;
constexpr auto& owner_column_page =
    shows<show_column_page, "projects/column", "userListProjects orgGetProjectColumn orgListProjectColumnIssues">;

// clang-format off
constexpr Operation board_operations[] = {
    {GET,  "/{owner}/{repo}/projects/{id}",                         scope::none, reads_repository_boards,   board_page,                     200, "siteProject",             "Show a project of a repository"},
    {GET,  "/{owner}/{repo}/projects/{id}/columns/{column_id}",     scope::none, reads_repository_boards,   column_page,                    200, "siteProjectColumn",       "Show a column of a repository's project"},
    {POST, "/{owner}/{repo}/projects/{id}/cards/{issue_id}/move",   scope::none, changes_repository_boards, does<move, board_page>,         303, "siteMoveCard",            "Move a card of a repository's project"},
    {POST, "/{owner}/{repo}/projects/{id}/cards/{issue_id}/remove", scope::none, changes_repository_boards, does<remove, board_page>,       303, "siteRemoveCard",          "Take a card off a repository's project"},
    {GET,  "/{owner}/-/projects/{id}",                              scope::none, reads_owner_boards,        owner_board_page,               200, "siteOwnerProject",        "Show a project of an account"},
    {GET,  "/{owner}/-/projects/{id}/columns/{column_id}",          scope::none, reads_owner_boards,        owner_column_page,              200, "siteOwnerProjectColumn",  "Show a column of an account's project"},
    {POST, "/{owner}/-/projects/{id}/cards/{issue_id}/move",        scope::none, changes_owner_boards,      does<move, owner_board_page>,   303, "siteMoveOwnerCard",       "Move a card of an account's project"},
    {POST, "/{owner}/-/projects/{id}/cards/{issue_id}/remove",      scope::none, changes_owner_boards,      does<remove, owner_board_page>, 303, "siteRemoveOwnerCard",     "Take a card off an account's project"},
};
// clang-format on
static_assert(well_formed(board_operations));

} // namespace

const Table board_table{"site", board_operations, Door::site, refuse_page};

} // namespace cairn::pages
