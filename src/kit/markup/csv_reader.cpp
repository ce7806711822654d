#include "markup/csv_reader.hpp"

#include <algorithm>

namespace cairn::markup {

namespace {

char separator_of(std::string_view text)
{
    const auto line = text.substr(0, text.find('\n'));
    return std::ranges::max(std::string_view(",;\t|"), {}, [&](char c) { return std::ranges::count(line, c); });
}

} // namespace

CsvReader::CsvReader(std::string_view text) : rest_(text), separator_(separator_of(text)) { }

void CsvReader::skip(std::size_t bytes)
{
    line_ += std::ranges::count(rest_.substr(0, bytes), '\n');
    rest_.remove_prefix(bytes);
}

CsvRow CsvReader::row()
{
    CsvRow row{.cells = {}, .first_line = line_};
    for (;;) {
        row.cells.push_back(cell());
        const bool more = rest_.starts_with(separator_);
        if (!more && rest_.starts_with('\r')) skip(1);
        row.last_line = line_;
        if (!rest_.empty()) skip(1);
        if (!more) return row;
    }
}

std::string CsvReader::cell()
{
    std::string value;
    if (rest_.starts_with('"')) {
        skip(1);
        for (;;) {
            const auto quote = rest_.find('"');
            value += rest_.substr(0, quote);
            skip(std::min(quote == rest_.npos ? quote : quote + 1, rest_.size()));
            if (!rest_.starts_with('"')) break;
            value += '"';
            skip(1);
        }
    }
    const char stops[] = {separator_, '\n', '\0'};
    auto tail = rest_.substr(0, rest_.find_first_of(stops));
    skip(tail.size());
    if (tail.ends_with('\r')) tail.remove_suffix(1);
    return value.append(tail);
}

} // namespace cairn::markup
