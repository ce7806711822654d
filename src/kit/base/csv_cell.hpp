// Cells of CSV (RFC 4180), as spreadsheets and programs read them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace cairn {

// Appends it, in quotes where it needs them. What a spreadsheet would take for a formula becomes text.
void put_csv_cell(std::string& out, std::string_view text);

// A line with its end.
std::string csv_line(std::span<const std::string> cells);

} // namespace cairn
