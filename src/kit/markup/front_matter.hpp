// What a file says about itself in YAML between two lines of dashes, before its text.
#pragma once

#include <string_view>

#include "markup/writer.hpp"

namespace cairn::markup {

// Writes the front matter of `text`, if it has one, as a table that opens, and returns the text behind it.
std::string_view take_front_matter(std::string_view text, Writer&);

} // namespace cairn::markup
