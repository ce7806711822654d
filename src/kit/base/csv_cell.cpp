#include "base/csv_cell.hpp"

namespace cairn {

void put_csv_cell(std::string& out, std::string_view text)
{
    const bool formula = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    if (!formula && text.find_first_of(",\"\r\n") == text.npos) {
        out += text;
        return;
    }
    out += '"';
    if (formula) out += '\'';
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

std::string csv_line(std::span<const std::string> cells)
{
    std::string line;
    for (const auto& cell : cells) {
        if (&cell != cells.data()) line += ',';
        put_csv_cell(line, cell);
    }
    return line + "\r\n";
}

} // namespace cairn
