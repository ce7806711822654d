// The color that stands for a language in lists and bars: always beside its name, never alone.
#pragma once

#include <string_view>

namespace cairn::languages {

// "#rrggbb", the same each time; those that are not in the table get one of a few by their name. Empty for no name.
std::string_view color_of(std::string_view language);

} // namespace cairn::languages
