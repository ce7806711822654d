// Issues and pull requests of all repositories: one's own, and those of an organization.
#include "accounts/guards.hpp"
#include "http/url.hpp"
#include "organizations/guards.hpp"
#include "pages/issue_lists/issue_list.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using enum Method;
using issues::AddressQuery;
using issues::IssueQuery;
using organizations::StoredOrganization;
using words::Phrase;

namespace {

// A way to look at them, as a line.
struct ViewRow {
    Phrase words;
    std::string_view line;
    bool of_pulls = false; // for pull requests alone
};
// clang-format off
constexpr ViewRow view_rows[] = {
    {Phrase("Assigned"),  "assignee:me"},
    {Phrase("Created"),   "author:me"},
    {Phrase("Mentioned"), "mentions:me"},
    {Phrase("To review"), "review:mine",    true},
    {Phrase("Reviewed"),  "reviewed-by:me", true},
};
// clang-format on

struct OwnListView {
    PageHead head{};
    ShownList list{};
    std::vector<ListChoice> views{};
};
BOOST_DESCRIBE_STRUCT(OwnListView, (), (head, list, views))

struct OrganizationListView {
    PageHead head{};
    OwnerPlace place;
    ShownList list{};
};
BOOST_DESCRIBE_STRUCT(OrganizationListView, (), (head, place, list))

// What the API's search is told, which knows these words by other names.
std::map<std::string, std::string> search_values(const Call& call, const MadeList& made)
{
    auto values = api_values(call, made);
    for (const auto* name : {"labels", "milestones", "created_by", "assigned_by", "mentioned_by", "poster"})
        values.erase(name);
    const auto says = [&](std::string_view line) { return made.query.has(IssueQuery::read(line).terms.front()); };
    if (says("assignee:me")) values.emplace("assigned", "true");
    if (says("author:me")) values.emplace("created", "true");
    if (says("mentions:me")) values.emplace("mentioned", "true");
    if (says("review:mine")) values.emplace("review_requested", "true");
    if (says("reviewed-by:me")) values.emplace("reviewed", "true");
    return values;
}

std::vector<ListChoice> views_of(const Call& call, const std::string& path, const IssueQuery& query, bool pulls)
{
    const auto& in = language_of(call);
    std::vector<ListChoice> views;
    for (const ViewRow& row : view_rows) {
        if (row.of_pulls && !pulls) continue;
        views.push_back(
            {.words = in.say(row.words),
             .address = list_address(path, IssueQuery::read("is:open " + std::string(row.line) + " sort:updated")),
             .chosen = query.has(IssueQuery::read(row.line).terms.front())});
    }
    return views;
}

template <bool is_pull> Result<OwnListView> show(Call& call, const Account&, Query<AddressQuery> query)
{
    const std::string path = is_pull ? "/pulls" : "/issues";
    const std::string usual = is_pull ? "is:open author:me sort:updated" : "is:open assignee:me sort:updated";
    auto made = make_list(call,
                          {.place = {.is_pull = is_pull},
                           .path = path,
                           .usual = usual,
                           .style = {.list = path, .with_repositories = true}},
                          query.value);
    OwnListView view{.head = {.values = search_values(call, made)},
                     .list = std::move(made.list),
                     .views = views_of(call, path, made.query, is_pull)};
    if (made.faulty) view.head.status = 422;
    return view;
}

template <bool is_pull>
Result<OrganizationListView> show_organization(Call& call, const StoredOrganization& organization,
                                               Query<AddressQuery> query)
{
    const std::string tab = is_pull ? "/org/{}/pulls" : "/org/{}/issues";
    const std::string path = "/org/" + http::encode_path_segment(organization.name) + (is_pull ? "/pulls" : "/issues");
    auto made = make_list(call,
                          {.place = {.owner_id = organization.id, .is_pull = is_pull},
                           .path = path,
                           .usual = "is:open sort:updated",
                           .style = {.list = path, .with_repositories = true}},
                          query.value);
    OrganizationListView view{.head = {.values = search_values(call, made)},
                              .place = TRY(organization_head(call, organization, tab)),
                              .list = std::move(made.list)};
    view.head.values.emplace("owner", organization.name);
    if (made.faulty) view.head.status = 422;
    return view;
}

constexpr auto& issues_page = shows<show<false>, "issue_lists/own_list", "issueSearchIssues">;
constexpr auto& pulls_page = shows<show<true>, "issue_lists/own_list", "issueSearchIssues">;
constexpr auto& organization_issues_page =
    shows<show_organization<false>, "issue_lists/organization_list", "issueSearchIssues">;
constexpr auto& organization_pulls_page =
    shows<show_organization<true>, "issue_lists/organization_list", "issueSearchIssues">;

using accounts::signed_in;
using organizations::belongs_to_organization;

// clang-format off
constexpr Operation own_operations[] = {
    {GET, "/issues",           scope::none, signed_in,               issues_page,              200, "siteOwnIssues",          "Show one's issues"},
    {GET, "/pulls",            scope::none, signed_in,               pulls_page,               200, "siteOwnPulls",           "Show one's pull requests"},
    {GET, "/org/{org}/issues", scope::none, belongs_to_organization, organization_issues_page, 200, "siteOrganizationIssues", "Show the issues of an organization"},
    {GET, "/org/{org}/pulls",  scope::none, belongs_to_organization, organization_pulls_page,  200, "siteOrganizationPulls",  "Show the pull requests of an organization"},
};
// clang-format on
static_assert(well_formed(own_operations));

} // namespace

const Table own_lists_table{"site", own_operations, Door::site, refuse_page};

} // namespace cairn::pages
