// Notifications as their owner reads and marks them.
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "notifications/tables.hpp"
#include "notifications/thread_marks.hpp"
#include "repositories/guards.hpp"

namespace cairn::notifications {

using namespace api;
using accounts::Account;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct NotificationCount {
    std::int64_t new_ = 0;
};
BOOST_DESCRIBE_STRUCT(NotificationCount, (), (new_))
constexpr auto notes(const NotificationCount*) { return std::array{Note{"", "How many notifications are unread"}}; }

// Where the caller's threads are looked for: everywhere, or in one repository.
std::int64_t repository_of(const Account&) { return 0; }
std::int64_t repository_of(const RepositoryContext& place) { return place.repository.id; }

template <class Where>
Result<Page<NotificationThread>> list(const View& view, const Where& where, Query<ListThreads> query)
{
    const auto found = list_threads(view, repository_of(where), query.value);
    return Page<NotificationThread>{.items = show_threads(view, found.items), .total = found.total};
}

template <class Where>
Result<std::vector<NotificationThread>> mark(Call& call, const Where& where, Query<MarkThreads> query)
{
    return show_threads(call, TRY(mark_threads(call, repository_of(where), query.value)));
}

Result<NotificationCount> count(Call& call, const Account& account)
{
    return NotificationCount{count_unread(call.db(), account.id)};
}

Result<NotificationThread> get(Call& call, const StoredNotification& thread)
{
    return std::move(show_threads(call, {&thread, 1}).front());
}

Result<NotificationThread> mark_one(Call& call, const StoredNotification& thread, Query<MarkThread> query)
{
    return get(call, mark_thread(call, thread, query.value));
}

constexpr Scope own_scope = scope::closed_to_public_only(scope::notification);
constexpr const Guard& in_repository = repositories::sees_repository_signed_in;

// clang-format off
constexpr Operation notification_operations[] = {
    {GET,   "/notifications",                      own_scope,           accounts::signed_in, cached<list<Account>>, 200, "notifyGetList",      "List your notifications"},
    {PUT,   "/notifications",                      own_scope,           accounts::signed_in, handle<mark<Account>>, 205, "notifyReadList",     "Mark notifications as read, pinned or unread", {400}},
    {GET,   "/notifications/new",                  own_scope,           accounts::signed_in, quick<count>,          200, "notifyNewAvailable", "Count your unread notifications"},
    {GET,   "/notifications/threads/{id}",         own_scope,           owns_thread,         handle<get>,           200, "notifyGetThread",    "Get a notification"},
    {PATCH, "/notifications/threads/{id}",         own_scope,           owns_thread,         handle<mark_one>,      205, "notifyReadThread",   "Mark a notification as read, pinned or unread"},
    {GET,   "/repos/{owner}/{repo}/notifications", scope::notification, in_repository,       cached<list<RepositoryContext>>,   200, "notifyGetRepoList",  "List your notifications of a repository"},
    {PUT,   "/repos/{owner}/{repo}/notifications", scope::notification, in_repository,       handle<mark<RepositoryContext>>,   205, "notifyReadRepoList", "Mark notifications of a repository as read, pinned or unread", {400}},
};
// clang-format on
static_assert(well_formed(notification_operations));

} // namespace

const Table notification_table{"notification", notification_operations};

} // namespace cairn::notifications
