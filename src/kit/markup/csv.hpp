// Comma-separated values as a table (csv_reader.hpp reads them).
#pragma once

#include <string>
#include <string_view>

namespace cairn::markup {

std::string render_csv(std::string_view);

} // namespace cairn::markup
