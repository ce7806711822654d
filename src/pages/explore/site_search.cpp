// One field for everything: the best of each kind, what is called exactly so first.
#include <algorithm>

#include "accounts/guards.hpp"
#include "accounts/user_search.hpp"
#include "accounts/visibility.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "issues/search.hpp"
#include "issues/show.hpp"
#include "organizations/affiliation.hpp"
#include "pages/explore/found_code.hpp"
#include "pages/explore/shown_account.hpp"
#include "pages/explore/shown_repository.hpp"
#include "pages/explore/tables.hpp"
#include "pages/page.hpp"
#include "repositories/exploring.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::AccountKind;

namespace {

constexpr std::int64_t best_of_each = 5;
constexpr std::int64_t best_of_code = 3;
constexpr std::size_t longest_text = 200;

struct SearchQuery {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(SearchQuery, (), (q))
constexpr auto notes(const SearchQuery*) { return std::array{Note{"q", "what to look for"}}; }

struct SearchView {
    PageHead head{};
    std::string q{};
    std::vector<ShownRepository> repositories{};
    std::int64_t repository_total = 0;
    std::vector<issues::Issue> issues{};
    std::int64_t issue_total = 0;
    bool issue_list = false; // there is a page with all of them
    std::vector<ShownPerson> people{};
    std::int64_t people_total = 0;
    std::vector<ShownPerson> organizations{};
    std::int64_t organization_total = 0;
    std::vector<ShownCode> code{};
    std::int64_t code_total = 0;
    bool found = false;
};
BOOST_DESCRIBE_STRUCT(SearchView, (),
                      (head, q, repositories, repository_total, issues, issue_total, issue_list, people, people_total,
                       organizations, organization_total, code, code_total, found))

void find_repositories(Call& call, SearchView& view)
{
    auto wanted = repositories::read_exploring(view.q);
    wanted.sort = repositories::ExploreSort::best;
    const auto found = repositories::explore_repositories(call, wanted, {.limit = best_of_each});
    view.repositories = show_repository_rows(call, found.items);
    view.repository_total = found.total;
}

void find_issues(Call& call, SearchView& view)
{
    issues::SearchIssues wanted;
    wanted.q = view.q;
    wanted.state = "all";
    wanted.limit = best_of_each;
    const auto found = issues::search_issues(call, wanted);
    if (!found) return;
    view.issues = issues::show_issues(call, found->items);
    view.issue_total = found->total;
    view.issue_list = !call.caller.anonymous() && call.site.get<Kit>().links().issues;
}

// The one who is called so comes first, even where a hundred names begin with it.
void put_first(Call& call, std::string_view name, AccountKind kind, std::vector<std::int64_t>& ids)
{
    const auto account = accounts::find_account(call.db(), name);
    if (!account || account->kind != kind || !accounts::may_see(call.db(), accounts::Viewer::of(call.caller), *account))
        return;
    std::erase(ids, account->id);
    ids.insert(ids.begin(), account->id);
    if (ids.size() > best_of_each) ids.resize(best_of_each);
}

void find_people(Call& call, SearchView& view)
{
    accounts::SearchUsers wanted;
    wanted.q = view.q;
    wanted.limit = best_of_each;
    auto people = accounts::search_users(call, wanted).people;
    put_first(call, view.q, AccountKind::individual, people.items);
    view.people = show_account_rows(call, people.items, AccountKind::individual);
    view.people_total = std::max(people.total, static_cast<std::int64_t>(people.items.size()));
    auto organizations = organizations::search_directory(call, {.limit = best_of_each}, view.q);
    put_first(call, view.q, AccountKind::organization, organizations.items);
    view.organizations = show_account_rows(call, organizations.items, AccountKind::organization);
    view.organization_total = std::max(organizations.total, static_cast<std::int64_t>(organizations.items.size()));
}

void find_code(Call& call, SearchView& view)
{
    if (!call.settings().indexer.repo_indexer_enabled) return;
    const auto wanted = code_search::parse_query(view.q);
    if (!wanted || wanted->terms.empty()) return;
    const auto found = code_search::search_code(call, *wanted, {.limit = best_of_code});
    if (!found) return;
    view.code = show_code(call, found->files);
    for (auto& file : view.code)
        if (file.fragments.size() > 1) file.fragments.resize(1);
    view.code_total = found->total;
}

Result<SearchView> show(Call& call, Query<SearchQuery> query)
{
    SearchView view{.q = std::string(text::trim(query->q))};
    if (view.q.size() > longest_text) {
        view.head.status = 422;
        return view;
    }
    if (view.q.empty()) return view;
    view.head.values = {{"q", view.q}};
    find_repositories(call, view);
    find_issues(call, view);
    find_people(call, view);
    find_code(call, view);
    view.found = !view.repositories.empty() || !view.issues.empty() || !view.people.empty()
        || !view.organizations.empty() || !view.code.empty();
    return view;
}

// clang-format off
constexpr Operation search_operations[] = {
    {GET, "/-/search", scope::none, accounts::anyone, shows<show, "explore/search", "repoSearch issueSearchIssues userSearch">, 200, "siteSearch", "Search everything"},
};
// clang-format on
static_assert(well_formed(search_operations));

} // namespace

const Table site_search_table{"site", search_operations, Door::site, refuse_page};

} // namespace cairn::pages
