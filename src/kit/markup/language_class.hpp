// How a page tells in which language a block of code is.
#pragma once

#include <string>
#include <string_view>

namespace cairn::markup {

// Of what stands behind the beginning of the block, whose first word names the language, as a class can have it.
std::string language_class(std::string_view info);

} // namespace cairn::markup
