// Private to src/feeds: what happened, in words for people.
#pragma once

#include "feeds/activity.hpp"
#include "feeds/xml_feed.hpp"

namespace cairn::feeds {

// In their order: one look at the accounts and one at the repositories for all of them.
std::vector<FeedItem> items_of(const api::Call&, const std::vector<StoredActivity>&);

} // namespace cairn::feeds
