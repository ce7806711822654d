// Lines of a file as rows of a table: a number that links to its line, and the line.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "git/child/child.hpp"
#include "git/objects/object_id.hpp"
#include "pages/safe_html.hpp"
#include "pages/stream.hpp"

namespace cairn::pages {

// Lines that an address names: "42", "42-48", "L42-L48". Nothing for what names none.
struct LineRange {
    std::int64_t first = 0; // 0: none
    std::int64_t last = 0;

    bool has(std::int64_t line) const { return line >= first && line <= last; }
};
std::optional<LineRange> read_range(std::string_view);

// The text of a line whatever it is encoded in: what is no UTF-8 is taken for Latin-1. Without its end.
std::string line_text(std::string_view bytes);

// Lines, without their ends; what follows the last end is no line if it is empty.
std::vector<std::string_view> lines_of(std::string_view text);

// <tr id="L42">…</tr> of each, the first of which is the line `number`.
Html line_rows(std::span<const std::string_view> lines, std::int64_t number, const LineRange& chosen);
// The cells of one row.
void write_line(HtmlWriter&, std::string_view line, std::int64_t number);

// All of them, made now and shown as often as one likes.
Stream<Html> all_lines(std::string_view text, const LineRange& chosen);
// All of them, some at a time.
Stream<Html> stream_lines(std::string text, const LineRange& chosen);
// The same of a blob that is too large to be held, while git reads it. What cannot be read any more ends it early.
Stream<Html> stream_blob(git::Children&, std::string repository_path, const git::ObjectId&, const LineRange& chosen);

// Whether a text has signs that change the order in which it is shown, so that it is not what it seems
// (https://trojansource.codes).
bool has_hidden_signs(std::string_view text);

} // namespace cairn::pages
