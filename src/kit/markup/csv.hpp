// Comma-separated values as a table.
#pragma once

#include <string>
#include <string_view>

namespace cairn::markup {

// RFC 4180; the separator is the one of , ; | and tab that the first line has most of.
std::string render_csv(std::string_view);

} // namespace cairn::markup
