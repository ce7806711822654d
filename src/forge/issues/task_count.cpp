#include "issues/task_count.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::issues {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Without what may stand before an item: blanks, and the marks of a quotation.
std::string_view beginning_of(std::string_view line)
{
    while (!line.empty() && (is_blank(line.front()) || line.front() == '>')) line.remove_prefix(1);
    return line;
}

// What follows the mark of an item ("-", "*", "+", "1.", "1)") and blanks; empty for a line that is none.
std::string_view item_of(std::string_view line)
{
    std::size_t mark = 0;
    while (mark < line.size() && mark < 9 && text::is_digit(line[mark])) ++mark;
    if (mark > 0 ? mark == line.size() || (line[mark] != '.' && line[mark] != ')')
                 : line.empty() || (line[0] != '-' && line[0] != '*' && line[0] != '+'))
        return {};
    auto rest = line.substr(mark + 1);
    if (rest.empty() || !is_blank(rest.front())) return {};
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    return rest;
}

// Three or more of a kind begin fenced code, and as many end it.
std::size_t fence_of(std::string_view line, char sign)
{
    const auto length = std::min(line.find_first_not_of(sign), line.size());
    return length >= 3 ? length : 0;
}

} // namespace

TaskCount count_tasks(std::string_view markdown)
{
    TaskCount count;
    char sign = 0; // of the fence that is open
    std::size_t fence = 0;
    while (!markdown.empty()) {
        const auto end = std::min(markdown.find('\n'), markdown.size());
        const auto line = beginning_of(markdown.substr(0, end));
        markdown.remove_prefix(std::min(end + 1, markdown.size()));
        if (fence > 0) {
            if (fence_of(line, sign) >= fence) fence = 0;
            continue;
        }
        if (!line.empty() && (line.front() == '`' || line.front() == '~') && fence_of(line, line.front()) > 0) {
            sign = line.front();
            fence = fence_of(line, sign);
            continue;
        }
        const auto item = item_of(line);
        if (item.size() < 4 || item[0] != '[' || item[2] != ']' || !is_blank(item[3])) continue;
        if (item[1] != ' ' && item[1] != 'x' && item[1] != 'X') continue;
        ++count.all;
        if (item[1] != ' ') ++count.done;
    }
    return count;
}

} // namespace cairn::issues
