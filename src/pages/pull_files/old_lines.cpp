#include "pages/pull_files/old_lines.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "pages/diff/changed_words.hpp"

namespace cairn::pages {

using pulls::LinePosition;

namespace {

constexpr std::size_t lines_before = 3;
constexpr std::size_t most_lines = 40;

// The number behind a sign of a hunk's head: "@@ -3,5 +7 @@".
std::int64_t start_after(std::string_view head, char sign)
{
    const auto at = head.find(sign);
    if (at == head.npos) return 0;
    const auto digits = head.substr(at + 1, head.find_first_of(", ", at + 1) - at - 1);
    return text::parse_integer(digits, 0).value_or(0);
}

std::vector<ShownLine> all_lines(std::string_view hunk)
{
    std::vector<ShownLine> lines;
    std::int64_t old_number = 0;
    std::int64_t new_number = 0;
    for (const auto line : text::split(hunk, '\n')) {
        if (lines.empty() && line.starts_with("@@ ")) {
            old_number = start_after(line, '-');
            new_number = start_after(line, '+');
            continue;
        }
        if (line.empty() || new_number + old_number == 0) continue;
        const char origin = line.front();
        auto words = line.substr(1);
        if (words.ends_with('\r')) words.remove_suffix(1);
        lines.push_back({.kind = origin == '+' ? ChangedLine::add
                             : origin == '-'   ? ChangedLine::del
                                               : ChangedLine::same,
                         .old_number = origin == '+' ? 0 : old_number++,
                         .new_number = origin == '-' ? 0 : new_number++,
                         .text = to_text(words)});
    }
    return lines;
}

void row(HtmlWriter& out, std::string_view kind, std::string_view sign, std::string_view words,
         const std::vector<WordSpan>& marks)
{
    const std::string_view tag = kind == "add" ? "ins" : "del";
    out.open("tr").open("td", {{"class", "m edge " + std::string(kind)}}).text(sign).close("td");
    out.open("td", {{"class", "c " + std::string(kind)}});
    std::size_t done = 0;
    for (const auto& span : marks) {
        out.text(words.substr(done, span.begin - done));
        out.open(tag).text(words.substr(span.begin, span.end - span.begin)).close(tag);
        done = span.end;
    }
    out.text(words.substr(done)).close("td").close("tr");
}

} // namespace

std::vector<ShownLine> old_lines(const LinePosition& place)
{
    auto lines = all_lines(place.diff_hunk);
    const auto spoken_of = static_cast<std::size_t>(place.line - place.first()) + 1;
    const auto kept = std::min(spoken_of + lines_before, most_lines);
    if (lines.size() > kept) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kept));
    return lines;
}

Html suggested_rows(const LinePosition& place, std::string_view suggestion)
{
    std::vector<std::string> gone;
    for (auto& line : all_lines(place.diff_hunk))
        if (line.new_number >= place.first() && line.new_number <= place.line) gone.push_back(std::move(line.text));
    std::vector<std::string> come;
    for (const auto line : text::split(suggestion, '\n')) come.push_back(to_text(line));
    if (!come.empty() && come.back().empty()) come.pop_back();
    std::vector<ChangedWords> words(std::min(gone.size(), come.size()));
    if (gone.size() == come.size())
        for (std::size_t i = 0; i < words.size(); ++i) words[i] = changed_words(gone[i], come[i]);
    HtmlWriter out;
    for (std::size_t i = 0; i < gone.size(); ++i)
        row(out, "del", "−", gone[i], i < words.size() ? words[i].before : std::vector<WordSpan>());
    for (std::size_t i = 0; i < come.size(); ++i)
        row(out, "add", "+", come[i], i < words.size() ? words[i].after : std::vector<WordSpan>());
    return out.take();
}

} // namespace cairn::pages
