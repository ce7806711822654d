// What one hears of: watched repositories and subscribed issues, and hearing of them no longer.
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "issues/subscription.hpp"
#include "pages/explore/shown_repository.hpp"
#include "pages/issue_lists/shown_issue.hpp"
#include "pages/notifications/tables.hpp"
#include "pages/notifications/ways.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using enum Method;

namespace {

struct FollowedQuery : Paging { };
BOOST_DESCRIBE_STRUCT(FollowedQuery, (Paging), ())

struct WatchingView {
    PageHead head{};
    Navigation ways;
    std::vector<ShownRepository> repositories{};
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(WatchingView, (), (head, ways, repositories, pager))

struct SubscriptionsView {
    PageHead head{};
    Navigation ways;
    std::vector<ShownIssue> issues{};
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(SubscriptionsView, (), (head, ways, issues, pager))

Navigation ways(const Call& call, const Account& account)
{
    return notification_ways(call, notifications::count_threads(call.db(), account.id), nullptr);
}

Result<WatchingView> show_watching(Call& call, const Account& account, Query<FollowedQuery> query)
{
    const auto found = repositories::watched_by(call, account, query.value);
    WatchingView view{.ways = ways(call, account),
                      .repositories = show_repository_rows(call, found.items),
                      .pager = pager(call, query.value, found.total)};
    if (!view.repositories.empty())
        view.head.values = {{"owner", view.repositories.front().owner}, {"repo", view.repositories.front().name}};
    return view;
}

Result<SubscriptionsView> show_subscriptions(Call& call, const Account& account, Query<FollowedQuery> query)
{
    const auto found = issues::subscribed_issues(call, query.value);
    SubscriptionsView view{.ways = ways(call, account),
                           .issues = show_issue_rows(call, found.items, {.list = "/issues", .with_repositories = true}),
                           .pager = pager(call, query.value, found.total)};
    view.head.values = {{"user", account.name}};
    if (!view.issues.empty()) {
        const auto& first = view.issues.front();
        const auto slash = first.repository.find('/');
        view.head.values.emplace("owner", first.repository.substr(0, slash));
        view.head.values.emplace("repo", first.repository.substr(slash + 1));
        view.head.values.emplace("index", std::to_string(first.number));
    }
    return view;
}

constexpr auto& watching_page =
    shows<show_watching, "notifications/watching", "userCurrentListSubscriptions userCurrentDeleteSubscription">;
constexpr auto& subscriptions_page =
    shows<show_subscriptions, "notifications/subscriptions", "issueCheckSubscription issueDeleteSubscription">;

using accounts::signed_in;

// clang-format off
constexpr Operation following_operations[] = {
    {GET, "/notifications/watching",      scope::none, signed_in, watching_page,      200, "siteWatching",      "Show the repositories that one watches"},
    {GET, "/notifications/subscriptions", scope::none, signed_in, subscriptions_page, 200, "siteSubscriptions", "Show the issues that one is subscribed to"},
};
// clang-format on
static_assert(well_formed(following_operations));

} // namespace

const Table following_table{"site", following_operations, Door::site, refuse_page};

} // namespace cairn::pages
