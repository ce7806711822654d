// Titles that are too long are cut, not refused.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// The text if it has at most so many bytes; else as much of its beginning as fits there with an ellipsis.
std::string shortened(std::string_view text, std::size_t most_bytes);

// Of issues and releases, in bytes.
inline constexpr std::size_t longest_title = 255;

} // namespace cairn
