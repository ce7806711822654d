// Notifications as their owner lists and marks them.
#pragma once

#include "api/view.hpp"
#include "notifications/thread.hpp"

namespace cairn::notifications {

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

// One page of the caller's own, the latest first, and how many there are: everywhere, or of one repository.
Page<StoredNotification> list_threads(const api::View&, std::int64_t repository_id, const ListThreads&);
std::int64_t count_unread(db::Queries&, std::int64_t account_id);

struct ThreadCounts {
    std::int64_t unread = 0;
    std::int64_t pinned = 0;
};
ThreadCounts count_threads(db::Queries&, std::int64_t account_id);

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

// Marks all of the caller's own that are meant, everywhere or of one repository, and tells a thousand of them, the
// latest first. Errc::bad_request for what is no time.
Result<std::vector<StoredNotification>> mark_threads(const api::Call&, std::int64_t repository_id, const MarkThreads&);

struct MarkThread {
    std::string to_status;
};
BOOST_DESCRIBE_STRUCT(MarkThread, (), (to_status))
constexpr auto notes(const MarkThread*)
{
    return std::array{
        Note{.member = "to_status", .doc = "unread, read or pinned; read unless said otherwise", .alias = "to-status"}};
}

// As it is then.
StoredNotification mark_thread(const api::Call&, const StoredNotification&, const MarkThread&);

// Marks those of the caller's own that have these ids; others are left alone. Errc::unprocessable for more than a page
// can have.
Result<void> mark_chosen(const api::Call&, const std::vector<std::int64_t>& ids, Status);

// Marks what is unread as read: everywhere or of one repository, of one kind or of all, and nothing that happened
// later.
struct ReadMany {
    std::int64_t repository_id = 0; // 0: everywhere
    std::optional<SubjectKind> subject{};
    Time until{};
};
void mark_many_read(const api::Call&, const ReadMany&);

// Whoever opens an issue or a pull request knows of it from then on. Nothing is written where nothing is unread.
void mark_opened(const api::Call&, std::int64_t issue_id);

struct ThreadPath {
    std::string id;
};
BOOST_DESCRIBE_STRUCT(ThreadPath, (), (id))
constexpr auto notes(const ThreadPath*) { return std::array{Note{"id", "the thread's id"}}; }

// Loads the notification that {id} names: for whose it is, and for administrators.
Result<void> check_owns_thread(api::Call&);
inline constexpr api::Guard owns_thread{.name = "has the notification",
                                        .path = &type_of<ThreadPath>(),
                                        .loads = &api::tag<StoredNotification>,
                                        .errors = {401, 403, 404},
                                        .check = &check_owns_thread};

} // namespace cairn::notifications
