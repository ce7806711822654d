#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {

// A moment, to the second: BIGINT in the database, RFC 3339 in UTC on the wire.
struct Time {
    std::int64_t seconds = 0; // since 1970

    static Time now();
    // The first second of year 1: what today's clients read as "no time".
    static constexpr Time never() { return {-62135596800}; }

    auto operator<=>(const Time&) const = default;
};

// "2026-11-15T02:40:00Z", written where there is room for it. Returns where it ends.
inline constexpr std::size_t rfc3339_length = 20;
char* put_rfc3339(char* at, Time);
std::string to_rfc3339(Time);

// RFC 3339 with any offset; a fraction of a second is accepted and dropped. Nothing for a date that does not exist.
std::optional<Time> parse_rfc3339(std::string_view);

} // namespace cairn
