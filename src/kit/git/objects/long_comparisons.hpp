// Private to src/git: what the comparison of one file may cost, wherever it is compared.
#pragma once

#include <chrono>
#include <cstdint>

#include "base/slots.hpp"

namespace cairn::git {

// A line costs the comparison of a file about 100 bytes on each side, whatever is in it.
inline constexpr std::uint64_t most_compared_lines = 500'000; // files with more only differ
inline constexpr std::uint64_t many_compared_lines = 50'000;  // files with more are compared a few at a time
inline constexpr std::chrono::seconds comparison_patience{20};

// For files with many lines: one set of places for all of the process.
Slots& long_comparisons();

} // namespace cairn::git
