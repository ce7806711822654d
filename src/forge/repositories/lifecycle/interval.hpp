// Intervals as today's clients write and read them: 8h0m0s.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::repositories {

// In seconds. Units are h, m, s, ms, us and ns, with fractions or without; 0 needs none. Nothing for anything else,
// and for what is less than nothing.
std::optional<std::int64_t> parse_interval(std::string_view);

std::string show_interval(std::int64_t seconds);

} // namespace cairn::repositories
