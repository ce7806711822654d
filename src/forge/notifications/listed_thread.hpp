// Notifications as a page lists them: what each is about, found for all of them at once.
#pragma once

#include "api/view.hpp"
#include "notifications/thread.hpp"

namespace cairn::notifications {

// What a notification is about, as far as its owner may see it.
struct ListedSubject {
    std::int64_t id = 0; // of the issue; 0: of none
    std::int64_t repository_id = 0;
    std::string owner{};
    std::string repository{};
    std::int64_t number = 0;
    std::string title{};
    bool is_pull = false;
    bool draft = false;
    bool closed = false;
    Time merged_at{};
    std::int64_t latest_comment = 0; // 0: none
};
BOOST_DESCRIBE_STRUCT(ListedSubject, (),
                      (id, repository_id, owner, repository, number, title, is_pull, draft, closed, merged_at,
                       latest_comment))

struct ListedThread {
    StoredNotification thread;
    std::optional<ListedSubject> subject{}; // nothing: it cannot be seen any more
};

// In their order. They are the caller's own.
std::vector<ListedThread> listed_threads(const api::View&, std::vector<StoredNotification>);

} // namespace cairn::notifications
