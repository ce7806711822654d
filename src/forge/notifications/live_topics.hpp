// What the site tells those who look at it, as it changes (live/hub.hpp): how many notifications are unread.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "live/hub.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::notifications {

// The key is the account's id. Events and what they say are as other servers of this API have them.
inline constexpr std::string_view unread_topic = "notification-count"; // {"Count":3}

std::map<live::Key, std::string> tell_unread(db::Queries&, const std::vector<live::Key>& accounts);

} // namespace cairn::notifications
