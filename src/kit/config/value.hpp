// Values of settings as people write them: true, 10m, 32 MiB, a, b, c.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/reflect.hpp"

namespace cairn::config {

// Seconds of "90", "10m", "1h30m", "2d", or nothing.
std::optional<std::int64_t> parse_duration(std::string_view);

// Bytes of "4096", "32K", "32 KiB", "10MB", or nothing; a K is always 1024.
std::optional<std::int64_t> parse_size(std::string_view);

// A number from 0 to 1, or nothing.
std::optional<double> parse_ratio(std::string_view);

// Sets the member; false when the text is no such value, and the member is as it was.
bool read_value(const Field&, void* member, std::string_view text);

// What read_value() accepts, for people: "a number from 0 to 65535".
std::string expected_value(const Field&);

// As read_value() would read it.
std::string write_value(const Field&, const void* member);

} // namespace cairn::config
