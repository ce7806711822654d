// Telling text from bytes: what the house calls a string is UTF-8 as RFC 3629 has it.
#pragma once

#include <string>
#include <string_view>

namespace cairn {

// How many bytes the character at the front of `text` takes; 0 when no well-formed one is there. Overlong forms,
// surrogates and everything above U+10FFFF are not well formed.
std::size_t utf8_sequence(std::string_view text);

bool is_utf8(std::string_view text);

// UTF-8 without NUL: what every database can hold. Nothing else that comes from outside may get as far as a query.
bool is_text(std::string_view);

// The same bytes as text: each that is none becomes U+FFFD. For what git or a file holds and somebody shall read.
std::string to_text(std::string_view bytes);

// Code points of well-formed text.
std::size_t utf8_length(std::string_view text);

} // namespace cairn
