// What a file is, told from its first bytes, and whether a site wants such files.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/media_type.hpp"

namespace cairn::attachments {

// Never a type that a browser would run: what may hold scripts (HTML, SVG) is text.
std::string_view safe_type(std::string_view beginning);

// Whether a list such as {".zip", "text/plain", "image/*"} names it. An empty list names everything.
bool is_allowed(std::span<const std::string> types, std::string_view name, std::string_view media_type);

} // namespace cairn::attachments
