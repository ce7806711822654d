#include "pages/pull/talked_lines.hpp"

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t most_lines = 4;

// The first number behind the sign: of "@@ -12,7 +14,9 @@".
std::int64_t number_behind(std::string_view head, char sign)
{
    const auto at = head.find(sign);
    if (at == head.npos) return 0;
    auto digits = head.substr(at + 1);
    digits = digits.substr(0, digits.find_first_not_of("0123456789"));
    return text::parse_integer(digits, 0).value_or(0);
}

} // namespace

std::vector<TalkedLine> talked_lines(std::string_view hunk)
{
    std::vector<TalkedLine> lines;
    if (!hunk.starts_with("@@")) return lines;
    const auto end = hunk.find('\n');
    if (end == hunk.npos) return lines;
    auto before = number_behind(hunk.substr(0, end), '-');
    auto after = number_behind(hunk.substr(0, end), '+');
    for (auto line : text::split(hunk.substr(end + 1), '\n')) {
        if (line.empty() || line.starts_with('\\')) continue;
        TalkedLine shown{.text = to_text(line.substr(1))};
        if (line.front() != '+') shown.before = before++;
        if (line.front() != '-') shown.after = after++;
        if (line.front() == '+') shown.kind = "add";
        else if (line.front() == '-') shown.kind = "del";
        lines.push_back(std::move(shown));
    }
    if (lines.size() > most_lines) lines.erase(lines.begin(), lines.end() - most_lines);
    return lines;
}

} // namespace cairn::pages
