// Text on its way into HTML, added to what is there already: pages are made of so many small texts that a string for
// each of them would cost more than all else.
#pragma once

#include <string>
#include <string_view>

namespace cairn::text {

// For text and for attributes in quotes. What no HTML can have (NUL) becomes U+FFFD.
void append_escaped_html(std::string& to, std::string_view);

} // namespace cairn::text
