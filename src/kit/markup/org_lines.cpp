#include "markup/org_lines.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"

namespace cairn::markup::org {

namespace {

constexpr std::string_view blanks = " \t";

// The first word, which is taken from the text with the blanks behind it.
std::string_view take_word(std::string_view& text)
{
    const auto word = text.substr(0, text.find_first_of(blanks));
    text = text::trim(text.substr(word.size()));
    return word;
}

std::optional<Opening> read_delimiter(std::string_view text, std::string_view prefix)
{
    if (!text::istarts_with(text, prefix)) return {};
    text.remove_prefix(prefix.size());
    auto name = text::to_lower(take_word(text));
    if (name.empty()) return {};
    return Opening{.name = std::move(name), .parameters = text};
}

bool opens_drawer(std::string_view text)
{
    return text.size() > 2 && text.starts_with(':') && text.find_first_of(": \t", 1) == text.size() - 1
        && text.ends_with(':');
}

// From the end, so that the nearest line that ends a thing is known where it begins.
void pair_blocks(std::vector<Line>& lines)
{
    std::map<std::string, std::uint32_t> ends;
    std::uint32_t drawer_end = 0;
    for (auto i = static_cast<std::uint32_t>(lines.size()); i-- > 0;) {
        Line& line = lines[i];
        const auto text = line.text();
        if (is_heading(line)) drawer_end = 0;
        else if (text::iequals(text, ":END:")) drawer_end = i;
        else if (opens_drawer(text)) line.partner = drawer_end;
        else if (auto end = read_delimiter(text, "#+END_")) ends[std::move(end->name)] = i;
        else if (const auto begin = read_opening(text)) {
            const auto found = ends.find(begin->name);
            line.partner = found == ends.end() ? 0 : found->second;
        }
    }
}

// A note goes on to the next one, to a heading or to two blank lines.
void pair_notes(std::vector<Line>& lines)
{
    Line* open = nullptr;
    const auto close = [&](std::uint32_t at) {
        if (open != nullptr) open->partner = at;
        open = nullptr;
    };
    std::uint32_t i = 0;
    for (; i < lines.size(); ++i) {
        Line& line = lines[i];
        if (line.partner != 0 && line.text().starts_with('#')) { // nothing begins inside of a block
            i = line.partner;
            continue;
        }
        const bool note = !note_label(line).empty();
        if (note || is_heading(line) || (i > 0 && line.is_blank() && lines[i - 1].is_blank())) close(i);
        if (note) open = &line;
    }
    close(i);
}

} // namespace

std::vector<Line> read_lines(std::string_view text)
{
    std::vector<Line> lines;
    lines.reserve(static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1);
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto whole = text.substr(0, end);
        while (!whole.empty() && text::is_space(whole.back())) whole.remove_suffix(1);
        const auto indent = std::min(whole.find_first_not_of(blanks), whole.size());
        lines.push_back({.whole = whole, .indent = static_cast<std::uint32_t>(indent)});
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    pair_blocks(lines);
    pair_notes(lines);
    return lines;
}

bool is_heading(const Line& line)
{
    if (line.indent > 0 || !line.whole.starts_with('*')) return false;
    const auto stars_end = line.whole.find_first_not_of('*');
    return stars_end != line.whole.npos && line.whole[stars_end] == ' ';
}

Heading read_heading(const Line& line)
{
    auto rest = line.whole;
    Heading heading{.level = take_word(rest).size()};
    auto after = rest;
    if (const auto word = take_word(after); word == "TODO" || word == "DONE") {
        heading.keyword = word;
        rest = after;
    }
    if (rest.size() >= 4 && rest.starts_with("[#") && rest[3] == ']') {
        heading.priority = rest.substr(0, 4);
        rest = text::trim(rest.substr(4));
    }
    const auto blank = rest.find_last_of(blanks);
    const auto tags = rest.substr(blank == rest.npos ? 0 : blank + 1);
    if (tags.size() > 2 && tags.starts_with(':') && tags.ends_with(':') && !tags.contains("::")) {
        heading.tags = text::split_list(tags, ':');
        rest.remove_suffix(tags.size());
    }
    heading.title = text::trim(rest);
    return heading;
}

std::optional<Item> read_item(const Line& line)
{
    static constexpr std::size_t longest_number = 9;
    auto rest = line.text();
    const auto bullet = take_word(rest);
    Item item{.ordered = bullet.size() > 1};
    if (item.ordered) {
        const auto digits = bullet.substr(0, bullet.size() - 1);
        if (digits.size() > longest_number || !std::ranges::all_of(digits, text::is_digit)) return {};
        if (bullet.back() != '.' && bullet.back() != ')') return {};
    } else if (bullet != "-" && bullet != "+" && (bullet != "*" || line.indent == 0)) {
        return {};
    }
    auto after = rest;
    if (const auto word = take_word(after); word.starts_with("[@") && word.ends_with(']')) {
        const auto value = word.substr(2, word.size() - 3);
        if (!value.empty() && value.size() <= longest_number && std::ranges::all_of(value, text::is_digit)) {
            item.value = value;
            rest = after;
        }
    }
    if (const auto box = rest.substr(0, 3); box == "[ ]" || box == "[-]" || text::iequals(box, "[x]")) {
        if (rest.size() == 3 || text::is_space(rest[3])) {
            item.box = text::iequals(box, "[x]") ? Item::Box::checked : Item::Box::open;
            rest = text::trim(rest.substr(3));
        }
    }
    item.text = rest;
    if (const auto colons = rest.ends_with(" ::") ? rest.size() - 3 : rest.find(" :: ");
        !item.ordered && colons != rest.npos) {
        item.term = text::trim(rest.substr(0, colons));
        item.text = text::trim(rest.substr(colons + 3));
    }
    return item;
}

std::optional<Keyword> read_keyword(std::string_view text)
{
    if (!text.starts_with("#+")) return {};
    const auto end = text.find_first_of(": \t", 2);
    if (end == text.npos || end == 2 || text[end] != ':') return {};
    return Keyword{.name = text.substr(2, end - 2), .value = text::trim(text.substr(end + 1))};
}

std::optional<Opening> read_opening(std::string_view text) { return read_delimiter(text, "#+BEGIN_"); }

bool is_label(char c) { return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_'; }

std::string_view note_label(const Line& line)
{
    if (!line.whole.starts_with("[fn:")) return {};
    const auto rest = line.whole.substr(4);
    const auto end = static_cast<std::size_t>(std::ranges::find_if_not(rest, is_label) - rest.begin());
    return end < rest.size() && rest[end] == ']' ? rest.substr(0, end) : std::string_view();
}

} // namespace cairn::markup::org
