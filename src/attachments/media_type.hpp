// What a file is, told from its first bytes, and whether a site wants such files.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cairn::attachments {

inline constexpr std::size_t telling_bytes = 512;

// Never a type that a browser would run: what may hold scripts (HTML, SVG) is text.
std::string_view media_type(std::string_view first_bytes);

// Whether a list such as {".zip", "text/plain", "image/*"} names it. An empty list names everything.
bool is_allowed(std::span<const std::string> types, std::string_view name, std::string_view media_type);

} // namespace cairn::attachments
