// Notifications as their owner reads and marks them.
#include <algorithm>

#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "notifications/tables.hpp"
#include "notifications/thread.hpp"
#include "repositories/guards.hpp"

namespace cairn::notifications {

using namespace api;
using accounts::Account;
using db::bound;
using enum Method;
using repositories::RepositoryContext;

namespace {

// Of what was marked at once, so many are told, the latest first. All are marked.
constexpr std::size_t most_told = 1000;

struct ListThreads : Paging {
    bool all = false;
    std::vector<std::string> status_types;
    std::vector<std::string> subject_type;
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListThreads, (Paging), (all, status_types, subject_type, since, before))
constexpr auto notes(const ListThreads*)
{
    return std::array{
        Note{"all", "also those that are read"},
        Note{.member = "status_types",
             .doc = "unread, read, pinned; several may be given. Unread and pinned unless said otherwise",
             .alias = "status-types"},
        Note{.member = "subject_type",
             .doc = "issue, pull, commit, repository; several may be given",
             .alias = "subject-type"},
        Note{"since", "only those that something happened in then or later"},
        Note{"before", "only those that nothing happened in later"},
    };
}

struct MarkThreads {
    std::string all;
    std::vector<std::string> status_types;
    std::string to_status;
    std::string last_read_at;
};
BOOST_DESCRIBE_STRUCT(MarkThreads, (), (all, status_types, to_status, last_read_at))
constexpr auto notes(const MarkThreads*)
{
    return std::array{
        Note{"all", "true: whatever their status is"},
        Note{.member = "status_types",
             .doc = "unread, read, pinned; several may be given. Unread unless said otherwise",
             .alias = "status-types"},
        Note{.member = "to_status", .doc = "unread, read or pinned; read unless said otherwise", .alias = "to-status"},
        Note{.member = "last_read_at", .doc = "only those that nothing happened in later", .format = "date-time"},
    };
}

struct MarkThread {
    std::string to_status;
};
BOOST_DESCRIBE_STRUCT(MarkThread, (), (to_status))
constexpr auto notes(const MarkThread*)
{
    return std::array{
        Note{.member = "to_status", .doc = "unread, read or pinned; read unless said otherwise", .alias = "to-status"}};
}

struct ThreadPath {
    std::string id;
};
BOOST_DESCRIBE_STRUCT(ThreadPath, (), (id))
constexpr auto notes(const ThreadPath*) { return std::array{Note{"id", "the thread's id"}}; }

struct NotificationCount {
    std::int64_t new_ = 0;
};
BOOST_DESCRIBE_STRUCT(NotificationCount, (), (new_))
constexpr auto notes(const NotificationCount*) { return std::array{Note{"", "How many notifications are unread"}}; }

Result<void> check_owns_thread(Call& call)
{
    TRY(accounts::check_signed_in(call));
    const auto id = text::parse_integer(call.segment("id"));
    auto thread =
        id ? call.db().first<StoredNotification>("SELECT * FROM notification WHERE id = $1", *id) : std::nullopt;
    if (!thread) return not_found("the notification");
    if (thread->account_id != call.caller.id && !call.caller.admin)
        return fail(Errc::forbidden, "this notification is somebody else's");
    call.load(*thread);
    return {};
}
constexpr Guard owns_thread{.name = "has the notification",
                            .path = &type_of<ThreadPath>(),
                            .loads = &tag<StoredNotification>,
                            .errors = {401, 403, 404},
                            .check = &check_owns_thread};

// Where the caller's threads are looked for: everywhere, or in one repository.
std::int64_t repository_of(const Account&) { return 0; }
std::int64_t repository_of(const RepositoryContext& place) { return place.repository.id; }

// The words among these that E knows, in any case; what it does not know does not count.
template <class E> std::vector<std::string> known(const std::vector<std::string>& words)
{
    const auto choices = type_of<E>().choices;
    std::vector<std::string> found;
    for (const auto& word : words) {
        const auto lower = text::to_lower(text::trim(word));
        if (std::ranges::find(choices, lower) != choices.end()) found.push_back(lower);
    }
    return found;
}

Status status_from(std::string_view word)
{
    if (word == word_of(Status::unread)) return Status::unread;
    return word == word_of(Status::pinned) ? Status::pinned : Status::read;
}

// " WHERE ..." for those of the caller's threads that have one of these statuses; any, if none is named.
void add_own(db::Composition& query, const View& view, std::int64_t repository_id,
             const std::vector<std::string>& statuses)
{
    query << " WHERE account_id = " << bound(view.caller.id);
    if (repository_id != 0) query << " AND repository_id = " << bound(repository_id);
    if (!statuses.empty()) query << " AND status IN " << bound(statuses);
}

template <class Where>
Result<Page<NotificationThread>> list(const View& view, const Where& where, Query<ListThreads> query)
{
    std::vector<std::string> statuses;
    if (!query->all)
        statuses = query->status_types.empty() ? std::vector<std::string>{"unread", "pinned"}
                                               : known<Status>(query->status_types);
    db::Composition wanted("SELECT * FROM notification");
    add_own(wanted, view, repository_of(where), statuses);
    if (const auto subjects = known<SubjectKind>(query->subject_type); !subjects.empty())
        wanted << " AND subject IN " << bound(subjects);
    if (query->since) wanted << " AND updated_at >= " << bound(*query->since);
    if (query->before) wanted << " AND updated_at <= " << bound(*query->before);
    wanted << " ORDER BY updated_at DESC, id DESC";
    const auto found = view.db().page<StoredNotification>(query.value, wanted);
    return Page<NotificationThread>{.items = show_threads(view, found.items), .total = found.total};
}

template <class Where>
Result<std::vector<NotificationThread>> mark(Call& call, const Where& where, Query<MarkThreads> query)
{
    std::optional<Time> until;
    if (!query->last_read_at.empty()) {
        until = parse_rfc3339(query->last_read_at);
        if (!until) return fail(Errc::bad_request, "last_read_at is no time as in RFC 3339");
    }
    std::vector<std::string> statuses;
    if (!text::iequals(query->all, "true") && query->all != "1")
        statuses =
            query->status_types.empty() ? std::vector<std::string>{"unread"} : known<Status>(query->status_types);
    db::Composition update("UPDATE notification SET status = ");
    update << bound(status_from(query->to_status));
    add_own(update, call, repository_of(where), statuses);
    if (until) update << " AND updated_at <= " << bound(*until);
    update << " RETURNING *";
    auto marked = call.db().write([&](db::Transaction& tx) { return tx.all<StoredNotification>(update); });
    std::ranges::sort(marked, std::greater{},
                      [](const StoredNotification& each) { return std::pair(each.updated_at, each.id); });
    if (marked.size() > most_told) marked.resize(most_told);
    return show_threads(call, marked);
}

Result<NotificationCount> count(Call& call, const Account& account)
{
    return NotificationCount{call.db().scalar<std::int64_t>(
        "SELECT count(*) FROM notification WHERE account_id = $1 AND status = 'unread'", account.id)};
}

Result<NotificationThread> get(Call& call, const StoredNotification& thread)
{
    return std::move(show_threads(call, {&thread, 1}).front());
}

Result<NotificationThread> mark_one(Call& call, const StoredNotification& thread, Query<MarkThread> query)
{
    auto marked = thread;
    marked.status = status_from(query->to_status);
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE notification SET status = $2 WHERE id = $1", thread.id, marked.status);
    });
    return get(call, marked);
}

constexpr Scope own_scope = scope::closed_to_public_only(scope::notification);
constexpr const Guard& in_repository = repositories::sees_repository_signed_in;

// clang-format off
constexpr Operation operations[] = {
    {GET,   "/notifications",                      own_scope,           accounts::signed_in, cached<list<Account>>, 200, "notifyGetList",      "List your notifications"},
    {PUT,   "/notifications",                      own_scope,           accounts::signed_in, handle<mark<Account>>, 205, "notifyReadList",     "Mark notifications as read, pinned or unread", {400}},
    {GET,   "/notifications/new",                  own_scope,           accounts::signed_in, quick<count>,          200, "notifyNewAvailable", "Count your unread notifications"},
    {GET,   "/notifications/threads/{id}",         own_scope,           owns_thread,         handle<get>,           200, "notifyGetThread",    "Get a notification"},
    {PATCH, "/notifications/threads/{id}",         own_scope,           owns_thread,         handle<mark_one>,      205, "notifyReadThread",   "Mark a notification as read, pinned or unread"},
    {GET,   "/repos/{owner}/{repo}/notifications", scope::notification, in_repository,       cached<list<RepositoryContext>>,   200, "notifyGetRepoList",  "List your notifications of a repository"},
    {PUT,   "/repos/{owner}/{repo}/notifications", scope::notification, in_repository,       handle<mark<RepositoryContext>>,   205, "notifyReadRepoList", "Mark notifications of a repository as read, pinned or unread", {400}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table notification_table{"notification", operations};

} // namespace cairn::notifications
