// Regular expressions that people bring along: the one place that knows PCRE2. A search gives up before it becomes
// expensive.
#pragma once

#include <optional>
#include <string_view>

namespace cairn::repositories {

// Whether the expression is found anywhere in the text. Nothing where it is none, or takes too long to look for.
std::optional<bool> found_in(std::string_view expression, std::string_view text);

} // namespace cairn::repositories
