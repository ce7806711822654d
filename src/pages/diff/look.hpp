// What a changed file can be looked at as.
#pragma once

#include <cstdint>

#include "base/reflect.hpp"

namespace cairn::pages {

enum class Look : std::uint8_t { lines, table, cells };
BOOST_DESCRIBE_ENUM(Look, lines, table, cells)

} // namespace cairn::pages
