#include "markup/org_table.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::markup::org {

namespace {

enum class Alignment : std::uint8_t { none, left, center, right };

bool is_across(const Line& row) { return row.text().starts_with("|-"); }

std::vector<std::string_view> cells_of(const Line& row)
{
    auto text = row.text().substr(1);
    if (text.ends_with('|')) text.remove_suffix(1);
    auto cells = text::split(text, '|');
    for (std::string_view& cell : cells) cell = text::trim(cell);
    return cells;
}

// What a cell such as <r> or <l20> says about its column. Nothing for any other cell.
std::optional<Alignment> read_alignment(std::string_view cell)
{
    if (cell.size() < 3 || !cell.starts_with('<') || !cell.ends_with('>')) return {};
    auto inside = cell.substr(1, cell.size() - 2);
    const auto side = std::string_view("lcr").find(inside.front());
    if (side != std::string_view::npos) inside.remove_prefix(1);
    if (!std::ranges::all_of(inside, text::is_digit)) return {};
    return side == std::string_view::npos ? Alignment::none : static_cast<Alignment>(side + 1);
}

// Empty for a row that people are to see.
std::vector<Alignment> read_alignments(const Line& row)
{
    std::vector<Alignment> alignments;
    bool any = false;
    for (const std::string_view cell : cells_of(row)) {
        const auto alignment = read_alignment(cell);
        if (!alignment && !cell.empty()) return {};
        any = any || alignment;
        alignments.push_back(alignment.value_or(Alignment::none));
    }
    if (!any) alignments.clear();
    return alignments;
}

void write_row(const Line& row, std::string_view element, const std::vector<Alignment>& alignments, Text& text,
               Writer& out)
{
    out.start("tr");
    std::size_t column = 0;
    for (const std::string_view cell : cells_of(row)) {
        Attributes attributes;
        switch (column < alignments.size() ? alignments[column] : Alignment::none) {
        case Alignment::left: attributes.emplace_back("align", "left"); break;
        case Alignment::center: attributes.emplace_back("align", "center"); break;
        case Alignment::right: attributes.emplace_back("align", "right"); break;
        case Alignment::none: break;
        }
        out.start(element, attributes);
        text.write(cell);
        out.end(element);
        ++column;
    }
    out.end("tr");
}

} // namespace

void write_table(std::span<const Line> rows, Text& text, Writer& out)
{
    std::vector<Alignment> alignments;
    std::size_t head_end = 0; // the first line across behind a row
    std::size_t last_row = 0;
    bool has_rows = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (is_across(rows[i])) {
            if (has_rows && head_end == 0) head_end = i;
        } else if (auto found = read_alignments(rows[i]); !found.empty()) {
            alignments = std::move(found);
        } else {
            has_rows = true;
            last_row = i;
        }
    }
    if (!has_rows) return;
    if (last_row < head_end) head_end = 0; // the line is the lower edge of the table

    out.start("table");
    std::string_view section;
    for (std::size_t i = 0; i <= last_row; ++i) {
        if (is_across(rows[i])) {
            if (!section.empty()) out.end(section);
            section = {};
        } else if (read_alignments(rows[i]).empty()) {
            if (section.empty()) out.start(section = i < head_end ? "thead" : "tbody");
            write_row(rows[i], i < head_end ? "th" : "td", alignments, text, out);
        }
    }
    out.end(section);
    out.end("table");
}

} // namespace cairn::markup::org
