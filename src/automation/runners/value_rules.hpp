// What secrets and variables have in common: how they may be called, and how much they may hold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::runners {

using Values = std::map<std::string, std::string>; // names are in capitals

inline constexpr std::size_t longest_value = 64UL * 1024;
inline constexpr std::size_t longest_description = 4096;
// Of one kind, of one holder.
inline constexpr std::int64_t most_values = 1000;

// The name as it is kept, in capitals. Errc::bad_request for one that workflows could not use, or that means something
// else to them.
Result<std::string> read_value_name(std::string_view);

// The value as it is kept, with the line ends of this site. Errc::bad_request for one that is too long.
Result<std::string> read_value(std::string_view);

std::string read_description(std::string_view);

} // namespace cairn::runners
