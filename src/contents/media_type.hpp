// What kind of file it is, told from its first bytes: for browsers, which must not find out by themselves.
#pragma once

#include <string>
#include <string_view>

namespace cairn::contents {

// How many bytes it takes.
inline constexpr std::size_t enough_to_tell = 1024;

// Text of any kind is text/plain with its charset, so that no browser runs it; pictures, sound, films and PDF are what
// they are; all else is application/octet-stream.
std::string media_type_of(std::string_view beginning);

// "inline; filename=..." for a file of any name.
std::string inline_disposition(std::string_view file_name);

} // namespace cairn::contents
