// When a task of upkeep runs: "@every 10m", "@midnight", or an expression of cron. All in UTC.
#pragma once

#include <bitset>
#include <optional>
#include <string_view>

#include "base/time.hpp"

namespace cairn::config {

// A value that never changes.
class Schedule {
public:
    // Nothing for what is no schedule. "@every" and a duration; @hourly, @daily or @midnight, @weekly, @monthly,
    // @yearly or @annually; or five fields (minute, hour, day, month, day of the week; with seconds before them: six)
    // of *, numbers, names, ranges, steps and lists.
    static std::optional<Schedule> parse(std::string_view);

    // The first moment after that one; Time::never() when there is none (a 30th of February).
    Time next(Time after) const;

private:
    std::int64_t every_ = 0; // seconds; 0: the fields count
    std::bitset<60> seconds_{};
    std::bitset<60> minutes_{};
    std::bitset<24> hours_{};
    std::bitset<32> days_{};
    std::bitset<13> months_{};
    std::bitset<7> weekdays_{};
    bool any_day_ = false; // the field is *, so that the other alone decides
    bool any_weekday_ = false;
};

} // namespace cairn::config
