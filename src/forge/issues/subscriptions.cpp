// Who hears of an issue: those who asked to, those who watch the repository, those who take part.
#include "accounts/guards.hpp"
#include "accounts/user.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/issue_guards.hpp"
#include "issues/subscription.hpp"
#include "issues/tables.hpp"
#include "repositories/social/watch_info.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using accounts::User;
using repositories::WatchInfo;

namespace {

struct ListSubscribers : Paging { };
BOOST_DESCRIBE_STRUCT(ListSubscribers, (Paging), ())

struct SubscriberPath {
    std::string user;
};
BOOST_DESCRIBE_STRUCT(SubscriberPath, (), (user))
constexpr auto notes(const SubscriberPath*) { return std::array{Note{"user", "the name of the person"}}; }

Result<Unlinked<User>> list(Call& call, const IssueContext& at, Query<ListSubscribers> query)
{
    return Unlinked<User>{accounts::show_users(list_subscribers(call, at, query.value), call.caller, call.settings())};
}

Result<WatchInfo> check(Call& call, const IssueContext& at)
{
    const bool subscribed = hears_of(call.db(), call.caller.id, at.issue);
    const std::string address =
        call.settings().server.root_url + "api/v1/repos/" + at.place.owner.name + "/" + at.place.repository.name;
    return WatchInfo{.subscribed = subscribed,
                     .ignored = !subscribed,
                     .reason = {},
                     .created_at = at.issue.created_at,
                     .url = address + "/issues/" + std::to_string(at.issue.number) + "/subscriptions",
                     .repository_url = address};
}

// 201 where something changed, 200 where it was so already.
Result<Raw> change(Call& call, const IssueContext& at, bool subscribed)
{
    const bool changed = TRY(set_subscribed(call, at, TRY(accounts::account_at(call, "user")), subscribed));
    return Raw{.body = {}, .content_type = {}, .status = changed ? 201 : 200};
}

Result<Raw> add(Call& call, const IssueContext& at, Path<SubscriberPath>) { return change(call, at, true); }
Result<Raw> remove(Call& call, const IssueContext& at, Path<SubscriberPath>) { return change(call, at, false); }

// clang-format off
constexpr Operation subscription_operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/subscriptions",        scope::issue, reads_issue,           handle<list>,   200, "issueSubscriptions",      "List who asked to hear of an issue"},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/subscriptions/check",  scope::issue, reads_issue_signed_in, handle<check>,  200, "issueCheckSubscription",  "Check whether you hear of an issue"},
    {PUT,    "/repos/{owner}/{repo}/issues/{index}/subscriptions/{user}", scope::issue, reads_issue_signed_in, handle<add>,    201, "issueAddSubscription",    "Let somebody hear of an issue", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/subscriptions/{user}", scope::issue, reads_issue_signed_in, handle<remove>, 201, "issueDeleteSubscription", "Let somebody hear of an issue no longer", {403}},
};
// clang-format on
static_assert(well_formed(subscription_operations));

} // namespace

const Table subscription_table{"issue", subscription_operations};

} // namespace cairn::issues
