#include "pages/diff/diff_query.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "http/url.hpp"

namespace cairn::pages {

namespace {

constexpr std::size_t most_ranges = 200;
constexpr std::int64_t last_line = 1'000'000'000;

std::vector<LineSpan> tidy(std::vector<LineSpan> ranges)
{
    std::ranges::sort(ranges, {}, &LineSpan::first);
    std::vector<LineSpan> apart;
    for (const auto& range : ranges) {
        if (!apart.empty() && range.first <= apart.back().last + 1)
            apart.back().last = std::max(apart.back().last, range.last);
        else apart.push_back(range);
    }
    return apart;
}

} // namespace

git::Whitespace DiffQuery::whitespace_option() const
{
    if (whitespace == "ignore-all" || whitespace == "-w") return git::Whitespace::ignored;
    if (whitespace == "ignore-change" || whitespace == "-b") return git::Whitespace::change_ignored;
    if (whitespace == "ignore-eol") return git::Whitespace::ignored_at_ends;
    return git::Whitespace::counts;
}

Expansion Expansion::parse(std::string_view text)
{
    if (text == "all") return {.whole = true};
    std::vector<LineSpan> ranges;
    for (const auto part : text::split_list(text)) {
        const auto dash = part.find('-');
        const auto first = text::parse_integer(part.substr(0, dash), 1, last_line);
        const auto last = dash == part.npos ? first : text::parse_integer(part.substr(dash + 1), 1, last_line);
        if (first && last && *first <= *last && ranges.size() < most_ranges) ranges.push_back({*first, *last});
    }
    return {.ranges = tidy(std::move(ranges))};
}

std::string Expansion::text() const
{
    if (whole) return "all";
    std::string text;
    for (const auto& range : ranges)
        text += (text.empty() ? "" : ",") + std::to_string(range.first) + "-" + std::to_string(range.last);
    return text;
}

Expansion Expansion::with(LineSpan range) const
{
    auto more = ranges;
    more.push_back(range);
    return {.whole = whole, .ranges = tidy(std::move(more))};
}

Expansion expansion_of(const DiffQuery& query, std::string_view path)
{
    for (const auto& one : query.expand) {
        const auto colon = one.rfind(':');
        if (colon != std::string::npos && std::string_view(one).substr(0, colon) == path)
            return Expansion::parse(std::string_view(one).substr(colon + 1));
    }
    return {};
}

std::string with_parameter(std::string_view target, std::string_view name, std::string_view value)
{
    const auto mark = target.find('?');
    std::string address(target.substr(0, mark));
    char sign = '?';
    const auto add = [&](std::string_view key, std::string_view text) {
        address += sign;
        address.append(http::encode_query(key)).append("=").append(http::encode_query(text));
        sign = '&';
    };
    if (mark != target.npos)
        for (const auto& [key, text] : http::parse_query(target.substr(mark + 1), 50))
            if (key != name) add(key, text);
    if (!value.empty()) add(name, value);
    return address;
}

} // namespace cairn::pages
