#include "base/text.hpp"

#include <algorithm>
#include <charconv>

#include "base/html_escape.hpp"

namespace cairn::text {

namespace {

template <class Part> std::string join_parts(std::span<const Part> parts, std::string_view separator)
{
    std::string joined;
    for (const auto& part : parts) {
        if (&part != parts.data()) joined += separator;
        joined += part;
    }
    return joined;
}

} // namespace

std::string to_lower(std::string_view text)
{
    std::string lowered(text);
    for (char& c : lowered) c = to_lower(c);
    return lowered;
}

std::string to_upper(std::string_view text)
{
    std::string raised(text);
    for (char& c : raised) c = to_upper(c);
    return raised;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const auto at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == text.npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string_view> split_list(std::string_view text, char separator)
{
    auto parts = split(text, separator);
    for (auto& part : parts) part = trim(part);
    std::erase_if(parts, [](std::string_view part) { return part.empty(); });
    return parts;
}

std::string join(std::span<const std::string_view> parts, std::string_view separator)
{
    return join_parts(parts, separator);
}

std::string join(std::span<const std::string> parts, std::string_view separator)
{
    return join_parts(parts, separator);
}

std::string escape_html(std::string_view text)
{
    std::string escaped;
    escaped.reserve(text.size());
    append_escaped_html(escaped, text);
    return escaped;
}

std::size_t edit_distance(std::string_view a, std::string_view b)
{
    // Rows of the table of distances between the prefixes: for the letter before the last one, the last one, this one.
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(before, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = a[i - 1] == b[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates)
{
    constexpr std::size_t longest_word = 128;
    if (word.size() > longest_word) return {};
    const auto lowered = to_lower(word);
    std::string_view best;
    auto best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const auto candidate : candidates) {
        const auto distance = edit_distance(lowered, to_lower(candidate.substr(0, longest_word)));
        if (distance >= best_distance) continue;
        best = candidate;
        best_distance = distance;
    }
    return best;
}

std::optional<std::int64_t> parse_integer(std::string_view text, std::int64_t minimum, std::int64_t maximum)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < minimum || number > maximum) return {};
    return number;
}

} // namespace cairn::text
