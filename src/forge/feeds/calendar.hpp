// A year of what somebody did, day by day, for a page. What was counted is kept until something changes in it.
#pragma once

#include "feeds/activity.hpp"

namespace cairn::feeds {

struct CountedDay {
    std::int64_t day = 0; // since 1970
    std::int64_t count = 0;
};

// The days on which the person did something since that one, the oldest first, as far as the caller may be told
// (tells_when()).
std::vector<CountedDay> counted_days(const api::Call&, const accounts::Account&, std::int64_t since_day);

} // namespace cairn::feeds
