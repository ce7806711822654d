// How a line of the log is written, in either format. Everything outside is escaped here, and only here.
#pragma once

#include <string>
#include <string_view>

#include "base/log.hpp"

namespace cairn::log {

// Appends `text` as it can safely stand in a line that a person reads: control characters, invisible ones that change
// the direction of text, and bytes that are no UTF-8 become \n, \x1b, \u202e ...
void append_visible(std::string& out, std::string_view text);

// The same between double quotes, with those and backslashes escaped: a JSON string. Bytes that are no UTF-8 become
// U+FFFD, since JSON has no way to write them.
void append_json_string(std::string& out, std::string_view text);

// could not open the repository repo=ada/engine error="no such folder"
void append_text_line(std::string& out, std::string_view message, Fields);

// "message":"could not open the repository","repo":"ada/engine", ... without the braces, for a time and level before it
void append_json_members(std::string& out, std::string_view message, Fields);

void append_access_members(std::string& out, const Access&);

} // namespace cairn::log
