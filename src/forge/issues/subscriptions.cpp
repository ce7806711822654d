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
    const auto found =
        call.db().page<accounts::ShownAccount>(query.value,
                                               "SELECT a.* FROM issue_subscription s JOIN account a ON"
                                               " a.id = s.account_id WHERE s.issue_id = $1 AND s.subscribed"
                                               " ORDER BY s.created_at, a.id",
                                               at.issue.id);
    return Unlinked<User>{accounts::show_users(found, call.caller, call.settings())};
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
    const auto person = TRY(accounts::account_at(call, "user"));
    if (person.id != call.caller.id && !call.caller.admin)
        return fail(Errc::forbidden, "only administrators may do this for somebody else");
    const bool changed = call.db().write([&](db::Transaction& tx) {
        if (hears_of(tx, person.id, at.issue) == subscribed) return false;
        subscribe(tx, person.id, at.issue.id, subscribed);
        return true;
    });
    return Raw{.body = {}, .content_type = {}, .status = changed ? 201 : 200};
}

Result<Raw> add(Call& call, const IssueContext& at, Path<SubscriberPath>) { return change(call, at, true); }
Result<Raw> remove(Call& call, const IssueContext& at, Path<SubscriberPath>) { return change(call, at, false); }

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/issues/{index}/subscriptions",        scope::issue, reads_issue,           handle<list>,   200, "issueSubscriptions",      "List who asked to hear of an issue"},
    {GET,    "/repos/{owner}/{repo}/issues/{index}/subscriptions/check",  scope::issue, reads_issue_signed_in, handle<check>,  200, "issueCheckSubscription",  "Check whether you hear of an issue"},
    {PUT,    "/repos/{owner}/{repo}/issues/{index}/subscriptions/{user}", scope::issue, reads_issue_signed_in, handle<add>,    201, "issueAddSubscription",    "Let somebody hear of an issue", {403}},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}/subscriptions/{user}", scope::issue, reads_issue_signed_in, handle<remove>, 201, "issueDeleteSubscription", "Let somebody hear of an issue no longer", {403}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table subscription_table{"issue", operations};

bool hears_of(db::Queries& db, std::int64_t account_id, const StoredIssue& issue)
{
    if (const auto asked = db.first<bool>(
            "SELECT subscribed FROM issue_subscription WHERE issue_id = $1 AND account_id = $2", issue.id, account_id))
        return *asked;
    if (issue.poster_id == account_id) return true;
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM watch WHERE repository_id = $1 AND account_id = $2"
                           " AND NOT ignored) OR EXISTS (SELECT 1 FROM comment WHERE issue_id = $3 AND poster_id = $4"
                           " AND kind IN ('comment', 'review', 'code')) AS value",
                           issue.repository_id, account_id, issue.id, account_id);
}

void subscribe(db::Transaction& tx, std::int64_t account_id, std::int64_t issue_id, bool subscribed)
{
    tx.run("INSERT INTO issue_subscription (issue_id, account_id, subscribed, created_at) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT (issue_id, account_id) DO UPDATE SET subscribed = excluded.subscribed,"
           " created_at = excluded.created_at",
           issue_id, account_id, subscribed, Time::now());
}

} // namespace cairn::issues
