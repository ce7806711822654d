// Patterns for branches, tags and paths as workflows have them: `*` stops at slashes, `**` does not, `?` and `+` say
// how often the sign before them may come, `[a-z]`, `\` before a sign that is meant as it is, and `!` takes out again
// what a pattern before has let in.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cairn::actions {

// Whether one pattern (without a `!`) fits all of a text. Takes time in proportion to the product of the lengths.
bool fits(std::string_view pattern, std::string_view text);

// Whether a list lets a text in: the last pattern that fits decides.
bool lets_in(std::span<const std::string> patterns, std::string_view text);

} // namespace cairn::actions
