// When an issue should be done.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"

namespace cairn::issues {

enum class Zone : std::uint8_t { written, utc };

// The last second of the day that was written, in the zone that was written with it or in UTC. Errc::unprocessable for
// what is no time.
Result<Time> end_of_day(std::string_view written, Zone);

} // namespace cairn::issues
