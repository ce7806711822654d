// How many quotations and lists a line of Markdown begins, one in the other.
#pragma once

#include <cstddef>
#include <string_view>

namespace cairn::markup {

// At least as many as cmark-gfm opens at the beginning of the line, wherever that stands: quotations, items of lists
// and footnotes. A rule such as "- - -" begins none.
std::size_t containers_begun_by(std::string_view line);

} // namespace cairn::markup
