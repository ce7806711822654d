// Writes Markdown on a sheet.
#pragma once

#include <string_view>

#include "markup/sheet.hpp"

namespace cairn::markup {

// Throws TooMuch (markup/document.hpp).
void write_markdown(std::string_view text, Sheet&);

} // namespace cairn::markup
