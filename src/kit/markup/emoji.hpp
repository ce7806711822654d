// Emoji by their names, from the npm package gemoji (web/build.js puts them into web/data/emoji.txt).
#pragma once

#include <span>
#include <string_view>

#include "base/embedded.hpp"

namespace cairn::markup {

namespace emoji_files {
std::span<const EmbeddedFile> embedded_files(); // one: a name and its characters on each line
} // namespace emoji_files

// The characters of the emoji of that name, "smile"; empty when there is none.
std::string_view find_emoji(std::string_view name);

} // namespace cairn::markup
