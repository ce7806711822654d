// What kind of file it is, told from its first bytes: for browsers, which must not find out by themselves.
#pragma once

#include <cstddef>
#include <string_view>

namespace cairn {

// How many bytes it takes.
inline constexpr std::size_t enough_to_tell = 1024;

// Text of any kind is text/plain with its charset, so that no browser runs it, but for SVG; pictures, sound, films, PDF
// and archives are what they are; all else is application/octet-stream.
std::string_view media_type_of(std::string_view beginning);

} // namespace cairn
