#include "notifications/thread_marks.hpp"

#include <algorithm>

#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "notifications/live_topics.hpp"

namespace cairn::notifications {

using api::Call;
using api::View;
using db::bound;

namespace {

// Of what was marked at once, so many are told, the latest first. All are marked.
constexpr std::size_t most_told = 1000;

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

struct StatusCount {
    Status status = Status::unread;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(StatusCount, (), (status, count))

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

// Those who look elsewhere at the same time hear of it.
void tell_of_marks(const Call& call, std::int64_t account_id)
{
    call.site.get<live::Hub>().changed({unread_topic, account_id});
}

} // namespace

Page<StoredNotification> list_threads(const View& view, std::int64_t repository_id, const ListThreads& wanted)
{
    std::vector<std::string> statuses;
    if (!wanted.all)
        statuses = wanted.status_types.empty() ? std::vector<std::string>{"unread", "pinned"}
                                               : known<Status>(wanted.status_types);
    db::Composition query("SELECT * FROM notification");
    add_own(query, view, repository_id, statuses);
    if (const auto subjects = known<SubjectKind>(wanted.subject_type); !subjects.empty())
        query << " AND subject IN " << bound(subjects);
    if (wanted.since) query << " AND updated_at >= " << bound(*wanted.since);
    if (wanted.before) query << " AND updated_at <= " << bound(*wanted.before);
    query << " ORDER BY updated_at DESC, id DESC";
    return view.db().page<StoredNotification>(wanted, query);
}

std::int64_t count_unread(db::Queries& db, std::int64_t account_id)
{
    return db.scalar<std::int64_t>("SELECT count(*) FROM notification WHERE account_id = $1 AND status = 'unread'",
                                   account_id);
}

ThreadCounts count_threads(db::Queries& db, std::int64_t account_id)
{
    ThreadCounts counts;
    for (const auto& row :
         db.all<StatusCount>("SELECT status, count(*) AS count FROM notification WHERE account_id = $1"
                             " AND status IN ('unread', 'pinned') GROUP BY status",
                             account_id))
        (row.status == Status::unread ? counts.unread : counts.pinned) = row.count;
    return counts;
}

Result<std::vector<StoredNotification>> mark_threads(const Call& call, std::int64_t repository_id,
                                                     const MarkThreads& wanted)
{
    std::optional<Time> until;
    if (!wanted.last_read_at.empty()) {
        until = parse_rfc3339(wanted.last_read_at);
        if (!until) return fail(Errc::bad_request, "last_read_at is no time as in RFC 3339");
    }
    std::vector<std::string> statuses;
    if (!text::iequals(wanted.all, "true") && wanted.all != "1")
        statuses =
            wanted.status_types.empty() ? std::vector<std::string>{"unread"} : known<Status>(wanted.status_types);
    db::Composition update("UPDATE notification SET status = ");
    update << bound(status_from(wanted.to_status));
    add_own(update, call, repository_id, statuses);
    if (until) update << " AND updated_at <= " << bound(*until);
    update << " RETURNING *";
    auto marked = call.db().write([&](db::Transaction& tx) { return tx.all<StoredNotification>(update); });
    tell_of_marks(call, call.caller.id);
    std::ranges::sort(marked, std::greater{},
                      [](const StoredNotification& each) { return std::pair(each.updated_at, each.id); });
    if (marked.size() > most_told) marked.resize(most_told);
    return marked;
}

StoredNotification mark_thread(const Call& call, const StoredNotification& thread, const MarkThread& wanted)
{
    auto marked = thread;
    marked.status = status_from(wanted.to_status);
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE notification SET status = $2 WHERE id = $1", thread.id, marked.status);
    });
    tell_of_marks(call, thread.account_id);
    return marked;
}

Result<void> mark_chosen(const Call& call, const std::vector<std::int64_t>& ids, Status status)
{
    constexpr std::size_t most = 200;
    if (ids.empty()) return fail(Errc::unprocessable, "choose some first");
    if (ids.size() > most) return fail(Errc::unprocessable, "choose at most " + std::to_string(most));
    db::Composition update("UPDATE notification SET status = ");
    update << bound(status) << " WHERE account_id = " << bound(call.caller.id) << " AND id IN " << bound(ids);
    call.db().write([&](db::Transaction& tx) { tx.run(update); });
    tell_of_marks(call, call.caller.id);
    return {};
}

void mark_many_read(const Call& call, const ReadMany& wanted)
{
    db::Composition update("UPDATE notification SET status = 'read'");
    add_own(update, call, wanted.repository_id, {std::string(word_of(Status::unread))});
    if (wanted.subject) update << " AND subject = " << bound(*wanted.subject);
    if (wanted.until.seconds != 0) update << " AND updated_at <= " << bound(wanted.until);
    call.db().write([&](db::Transaction& tx) { tx.run(update); });
    tell_of_marks(call, call.caller.id);
}

void mark_opened(const Call& call, std::int64_t issue_id)
{
    if (call.caller.anonymous()) return;
    const auto id = call.db().first<std::int64_t>(
        "SELECT id FROM notification WHERE account_id = $1 AND issue_id = $2 AND status = 'unread'", call.caller.id,
        issue_id);
    if (!id) return;
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE notification SET status = 'read' WHERE id = $1 AND status = 'unread'", *id);
    });
    tell_of_marks(call, call.caller.id);
}

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

} // namespace cairn::notifications
