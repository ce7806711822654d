// Which timer runs, for those who look at the site (live/hub.hpp).
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "live/hub.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::issues {

// The key is the account's id. What it says is as other servers of this API have it: [{"created":"…","seconds":42}]
inline constexpr std::string_view timer_topic = "stopwatches";

std::map<live::Key, std::string> tell_timers(db::Queries&, const std::vector<live::Key>& accounts);

} // namespace cairn::issues
