#pragma once

#include <string>
#include <string_view>

namespace cairn::markup {

// The words of a heading as the name of the place: in lower case, with dashes for blanks and without punctuation.
std::string slug(std::string_view heading);

} // namespace cairn::markup
