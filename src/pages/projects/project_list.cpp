// The boards of a repository, of a person, of an organization: the list.
#include "projects/project_list.hpp"
#include "http/url.hpp"
#include "pages/kit.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/projects/project_home.hpp"
#include "pages/projects/shown_project.hpp"
#include "pages/projects/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using projects::ProjectOrder;
using words::Phrase;

namespace {

struct ProjectQuery : Paging {
    std::string state;
    std::string q;
    std::string sort;
};
BOOST_DESCRIBE_STRUCT(ProjectQuery, (Paging), (state, q, sort))
constexpr auto notes(const ProjectQuery*)
{
    return std::array{Note{"state", "open or closed"}, Note{"q", "a part of the title"},
                      Note{"sort", "newest, oldest, updated or name"}};
}

struct ProjectsView {
    PageHead head{};
    ProjectPlace place;
    std::string q{};
    std::string state{};
    std::vector<ShownEntry> states{};
    std::vector<ShownEntry> sorts{};
    std::vector<ShownProject> projects{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(ProjectsView, (), (head, place, q, state, states, sorts, projects, pager))

struct OrderRow {
    ProjectOrder order;
    Phrase words;
    std::string_view elsewhere{}; // what other servers of this API call it
};
// clang-format off
constexpr OrderRow order_rows[] = {
    {ProjectOrder::newest,  Phrase("Newest")},
    {ProjectOrder::oldest,  Phrase("Oldest")},
    {ProjectOrder::updated, Phrase("Recently updated"), "recentupdate"},
    {ProjectOrder::name,    Phrase("Name"),             "alphabetically"},
};
// clang-format on

projects::ProjectSearch search_of(const ProjectQuery& query)
{
    projects::ProjectSearch wanted;
    wanted.page = query.page;
    wanted.limit = query.limit;
    wanted.closed = query.state == "closed";
    wanted.words = query.q;
    for (const OrderRow& row : order_rows)
        if (query.sort == word_of(row.order) || (!row.elsewhere.empty() && query.sort == row.elsewhere))
            wanted.order = row.order;
    return wanted;
}

std::string address_of(const std::string& path, const ProjectQuery& query, std::string_view state,
                       std::string_view sort)
{
    auto address = path + "?state=" + std::string(state);
    if (!query.q.empty()) address += "&q=" + http::encode_query(query.q);
    if (!sort.empty()) address += "&sort=" + http::encode_query(sort);
    return address;
}

Result<ProjectsView> show(Call& call, const ProjectHome& at, Query<ProjectQuery> query)
{
    const auto wanted = search_of(query.value);
    const auto found = projects::find_projects(call, at.home(), wanted);
    const auto& in = language_of(call);
    const std::string state = wanted.closed ? "closed" : "open";
    ProjectsView view{.head = project_head(at),
                      .place = project_place(call, at),
                      .q = query->q,
                      .state = state,
                      .pager = pager(call, query.value, found.page.total)};
    view.head.values.emplace("state", state);
    view.states = {{.address = address_of(at.base(), query.value, "open", query->sort),
                    .icon = "board",
                    .words = in.say(Phrase("{count} open", "{count} open"), found.open),
                    .current = !wanted.closed},
                   {.address = address_of(at.base(), query.value, "closed", query->sort),
                    .icon = "check",
                    .words = in.say(Phrase("{count} closed", "{count} closed"), found.closed),
                    .current = wanted.closed}};
    for (const OrderRow& row : order_rows)
        view.sorts.push_back({.address = address_of(at.base(), query.value, state, word_of(row.order)),
                              .words = in.say(row.words),
                              .current = row.order == wanted.order});
    view.projects = show_projects(call, at, found.page.items);
    return view;
}

constexpr auto& repository_page = shows<show, "projects/projects", "repoListProjects repoCreateProject">;
constexpr auto& owner_page = shows<show, "projects/projects", "userListProjects orgListProjects orgCreateProject">;

// clang-format off
constexpr Operation list_operations[] = {
    {GET, "/{owner}/{repo}/projects", scope::none, reads_repository_boards, repository_page, 200, "siteProjects",      "Show the projects of a repository"},
    {GET, "/{owner}/-/projects",      scope::none, reads_owner_boards,      owner_page,      200, "siteOwnerProjects", "Show the projects of a person or an organization"},
};
// clang-format on
static_assert(well_formed(list_operations));

} // namespace

const Table project_list_table{"site", list_operations, Door::site, refuse_page};

} // namespace cairn::pages
