#include "repositories/lifecycle/interval.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/text.hpp"

namespace cairn::repositories {

namespace {

constexpr double longest = 100.0 * 366 * 24 * 3600;

constexpr std::array<std::pair<std::string_view, double>, 7> units{
    {{"h", 3600}, {"ms", 1e-3}, {"us", 1e-6}, {"µs", 1e-6}, {"ns", 1e-9}, {"m", 60}, {"s", 1}}};

} // namespace

std::optional<std::int64_t> parse_interval(std::string_view text)
{
    if (text.starts_with('+')) text.remove_prefix(1);
    if (text == "0") return 0;
    if (text.empty()) return {};
    double seconds = 0;
    while (!text.empty()) {
        const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
        double number = 0;
        const auto [end, failed] = std::from_chars(text.data(), text.data() + digits, number, std::chars_format::fixed);
        if (failed != std::errc() || end != text.data() + digits) return {};
        text.remove_prefix(digits);
        const auto unit = std::ranges::find_if(units, [&](const auto& each) { return text.starts_with(each.first); });
        if (unit == units.end()) return {};
        text.remove_prefix(unit->first.size());
        seconds += number * unit->second;
        if (seconds > longest) return {};
    }
    return static_cast<std::int64_t>(seconds);
}

std::string show_interval(std::int64_t seconds)
{
    const auto part = [](std::int64_t number, char unit) { return std::to_string(number) + unit; };
    const auto rest = part(seconds % 60, 's');
    if (seconds < 60) return rest;
    const auto minutes = part(seconds / 60 % 60, 'm') + rest;
    return seconds < 3600 ? minutes : part(seconds / 3600, 'h') + minutes;
}

} // namespace cairn::repositories
