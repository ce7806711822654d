// What a Markdown text says in its own words: without code and raw HTML.
#pragma once

#include <string>
#include <string_view>

namespace cairn::markup {

// A line for each line of running text; where code or HTML was there is a mark that belongs to no word. Empty for a
// text that is too much to be read.
std::string prose_of(std::string_view markdown);

} // namespace cairn::markup
