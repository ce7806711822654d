// How the codec process that reads front matter says what is to be written: begin an element, end it, or write a text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace cairn::markup {

enum class Step : std::uint8_t { start, end, text };

inline constexpr std::array<std::string_view, 8> step_elements{"details", "summary", "table", "thead",
                                                               "tbody",   "tr",      "th",    "td"};

} // namespace cairn::markup
