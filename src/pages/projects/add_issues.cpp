// Putting issues and pull requests on a board: chosen from a list that a line narrows, or by their numbers.
#include "base/text.hpp"
#include "config/settings.hpp"
#include "issues/query/address_query.hpp"
#include "issues/timeline/meaning.hpp"
#include "pages/issue_lists/issue_list.hpp"
#include "pages/page.hpp"
#include "pages/projects/shown_board.hpp"
#include "pages/projects/tables.hpp"
#include "projects/card_moving.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::AddressQuery;
using projects::ProjectPath;
using words::Phrase;

namespace {

const Notice cards_added{"cards-added", Phrase("What you have chosen is on the board.")};

constexpr std::size_t most_at_once = 100;

struct AddQuery : AddressQuery {
    std::int64_t column = 0;
};
BOOST_DESCRIBE_STRUCT(AddQuery, (AddressQuery), (column))

struct AddForm {
    std::vector<std::int64_t> issue; // ids
    std::string number;              // "#7", "owner/name#7", an address
    std::int64_t column = 0;         // 0: the default one
};
BOOST_DESCRIBE_STRUCT(AddForm, (), (issue, number, column))
constexpr auto notes(const AddForm*) { return std::array{Note{.member = "number", .max_length = 1000}}; }

struct AddView {
    PageHead head{};
    ProjectPlace place;
    ShownProject project;
    std::string action{};
    std::vector<ColumnChoice> columns{};
    ShownList list{};
    Form<AddForm> form{};
};
BOOST_DESCRIBE_STRUCT(AddView, (), (head, place, project, action, columns, list, form))

std::string address_of(const ProjectHome& at, std::int64_t project_id) { return at.board(project_id) + "/add"; }

Result<AddView> show(Call& call, const ProjectHome& at, Path<ProjectPath> path, Query<AddQuery> query,
                     Form<AddForm> form)
{
    const auto project = TRY(projects::find_open_project(call.db(), at.home(), path->id));
    const auto address = address_of(at, project.id);
    auto made = make_list(call,
                          {.place = {.repository = at.repository ? &*at.repository : nullptr,
                                     .owner_id = at.owner ? at.owner->id : 0,
                                     .off_board_id = project.id},
                           .path = address,
                           .usual = "is:open sort:updated",
                           .style = {.list = address, .with_repositories = !at.repository}},
                          query.value);
    AddView view{.head = project_head(at),
                 .place = project_place(call, at),
                 .project = show_project(at, project),
                 .action = address,
                 .list = std::move(made.list),
                 .form = std::move(form)};
    const auto& chosen = view.form.control(0).values;
    for (auto& row : view.list.rows) row.chosen = std::ranges::find(chosen, std::to_string(row.id)) != chosen.end();
    const auto sent = text::parse_integer(view.form.value("column"));
    const auto wanted = view.form.sent() ? sent.value_or(0) : query->column;
    for (const auto& column : projects::columns_of(call.db(), project))
        view.columns.push_back(
            {.id = column.id, .title = column.title, .chosen = wanted != 0 ? column.id == wanted : column.is_default});
    return view;
}

// Which issue somebody means; a number alone is one of this repository.
Result<std::int64_t> read_issue(const Call& call, const ProjectHome& at, std::string_view written)
{
    const auto missing = [] {
        return fail(Errc::unprocessable, "[number]: there is no such issue, or it cannot be put here");
    };
    if (const auto number = text::parse_integer(written, 1); number && at.repository) {
        const auto found = issues::find_issue(call.db(), at.repository->repository.id, *number);
        if (!found) return missing();
        return found->id;
    }
    const auto meant = issues::read_meaning(written, call.settings().server.root_url, issues::Form::plain);
    if (meant.references.size() != 1)
        return fail(Errc::unprocessable, "[number]: say which one, such as #7 or owner/name#7");
    const auto& reference = meant.references.front();
    if (reference.owner.empty() && !at.repository)
        return fail(Errc::unprocessable, "[number]: say of which repository, such as owner/name#7");
    std::int64_t repository_id = at.repository ? at.repository->repository.id : 0;
    if (!reference.owner.empty()) {
        const auto owner = accounts::find_account(call.db(), reference.owner);
        const auto repository =
            owner ? repositories::find_repository(call.db(), owner->id, reference.repo) : std::nullopt;
        if (!repository) return missing();
        repository_id = repository->id;
    }
    const auto found = issues::find_issue(call.db(), repository_id, reference.number);
    if (!found) return missing();
    return found->id;
}

Result<Done> add(Call& call, const ProjectHome& at, Path<ProjectPath> path, Body<AddForm> form)
{
    auto ids = form->issue;
    const auto written = text::trim(form->number);
    if (!written.empty()) ids.push_back(TRY(read_issue(call, at, written)));
    if (ids.empty()) return fail(Errc::unprocessable, "[number]: choose something, or write a number");
    if (ids.size() > most_at_once) return fail(Errc::unprocessable, "that is too much at once");
    auto added = projects::add_cards(call, at.home(), path.value, form->column, ids);
    // That there is something which one may not read is not said.
    if (!added && !written.empty()
        && (added.error().code == Errc::not_found || added.error().code == Errc::locked
            || added.error().code == Errc::forbidden))
        return fail(Errc::unprocessable, "[number]: there is no such issue, or it cannot be put here");
    TRY(std::move(added));
    return done(at.board(path->id), cards_added);
}

constexpr auto& add_page = shows<show, "projects/add", "repoListProjectColumns">;
constexpr auto& owner_add_page = shows<show, "projects/add", "userListProjects orgListProjectColumns">;

// clang-format off
constexpr Operation add_operations[] = {
    {GET,  "/{owner}/{repo}/projects/{id}/add", scope::none, changes_repository_boards, add_page,                  200, "siteAddIssues",      "Show what can be put on a repository's project"},
    {POST, "/{owner}/{repo}/projects/{id}/add", scope::none, changes_repository_boards, does<add, add_page>,       303, "siteIssuesAdded",    "Put issues on a repository's project"},
    {GET,  "/{owner}/-/projects/{id}/add",      scope::none, changes_owner_boards,      owner_add_page,            200, "siteAddOwnerIssues", "Show what can be put on an account's project"},
    {POST, "/{owner}/-/projects/{id}/add",      scope::none, changes_owner_boards,      does<add, owner_add_page>, 303, "siteOwnerIssuesAdded", "Put issues on an account's project"},
};
// clang-format on
static_assert(well_formed(add_operations));

} // namespace

const Table add_issues_table{"site", add_operations, Door::site, refuse_page};

} // namespace cairn::pages
