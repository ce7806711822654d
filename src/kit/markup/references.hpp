// Character references of HTML: &amp; &#38; &#x26;.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/embedded.hpp"

namespace cairn::markup {

// In an attribute, "&copy=1" is the beginning of a query rather than a sign.
enum class InText : std::uint8_t { no, yes };

std::string decode_references(std::string_view, InText);

namespace reference_files {
std::span<const EmbeddedFile> embedded_files(); // one: a name and its characters on each line, made by
                                                // tools/references.py
} // namespace reference_files

} // namespace cairn::markup
