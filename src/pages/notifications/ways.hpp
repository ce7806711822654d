// The list beside the pages of notifications: which ones are shown, of what, and what one follows.
#pragma once

#include "notifications/thread_marks.hpp"
#include "pages/navigation.hpp"

namespace cairn::pages {

// Which notifications a list has.
struct ShownThreads {
    notifications::Status status = notifications::Status::unread;
    std::optional<notifications::SubjectKind> of{}; // nothing: of all kinds
};

// "/notifications?type=read&of=pull"
std::string threads_address(const ShownThreads&);

// `shown`: the list that the page is; null on a page that has a row of its own.
Navigation notification_ways(const api::Call&, const notifications::ThreadCounts&, const ShownThreads* shown);

} // namespace cairn::pages
