#include "markup/nesting.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::markup {

namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Where the line becomes a rule, if it does: from there on it has one sign only. A single one is no rule.
std::size_t rule_begin(std::string_view line)
{
    const auto last = line.find_last_not_of(" \t\r\n");
    if (last == line.npos || !std::string_view("-*_").contains(line[last])) return line.size();
    auto begin = last;
    std::size_t signs = 1;
    while (begin > 0 && (line[begin - 1] == line[last] || is_blank(line[begin - 1])))
        if (line[--begin] == line[last]) ++signs;
    return signs < 3 ? line.size() : begin;
}

// The length of the sign that begins a container here, 0 for none.
std::size_t sign_length(std::string_view rest)
{
    const auto ends_at = [&](std::size_t at) { return at >= rest.size() || text::is_space(rest[at]); };
    if (rest.starts_with('>')) return 1;
    if (std::string_view("-*+").contains(rest.front())) return ends_at(1) ? 1 : 0;
    if (rest.starts_with("[^")) {
        const auto close = rest.find("]:");
        return close == rest.npos ? 0 : close + 2;
    }
    const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(rest, text::is_digit) - rest.begin());
    if (digits == 0 || digits == rest.size() || (rest[digits] != '.' && rest[digits] != ')')) return 0;
    return ends_at(digits + 1) ? digits + 1 : 0;
}

} // namespace

std::size_t containers_begun_by(std::string_view line)
{
    const auto rule = rule_begin(line);
    std::size_t count = 0;
    for (std::size_t at = 0; at < rule; ++count) {
        while (at < rule && is_blank(line[at])) ++at;
        if (at >= rule) break;
        const auto length = sign_length(line.substr(at));
        if (length == 0) break;
        at += length;
    }
    return count;
}

} // namespace cairn::markup
