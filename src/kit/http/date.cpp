#include "http/date.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "base/text.hpp"

namespace cairn::http {

namespace {

constexpr std::array<std::string_view, 7> weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::string_view pattern = "Www, 00 Mmm 0000 00:00:00 GMT"; // 0 stands for a digit, W and M for letters

bool fits_pattern(std::string_view text)
{
    return std::ranges::equal(text, pattern, [](char c, char wanted) {
        if (wanted == '0') return text::is_digit(c);
        return wanted == 'W' || wanted == 'w' || wanted == 'm' || wanted == c || (wanted == 'M' && text::is_alpha(c));
    });
}

} // namespace

std::optional<Time> parse_date(std::string_view text)
{
    using namespace std::chrono;
    if (!fits_pattern(text)) return {};
    const auto number = [&](std::size_t at, std::size_t size) {
        int value = 0;
        for (char c : text.substr(at, size)) value = value * 10 + (c - '0');
        return value;
    };
    const auto month_at = std::ranges::find(months, text.substr(8, 3));
    if (month_at == months.end()) return {};
    const year_month_day date(year(number(12, 4)), month(static_cast<unsigned>(month_at - months.begin()) + 1),
                              day(static_cast<unsigned>(number(5, 2))));
    const int hour = number(17, 2);
    const int minute = number(20, 2);
    const int second = number(23, 2);
    if (!date.ok() || hour > 23 || minute > 59 || second > 60) return {}; // 60: a leap second
    const sys_days day_of(date);
    if (text.substr(0, 3) != weekdays[weekday(day_of).c_encoding()]) return {};
    return Time{duration_cast<seconds>(day_of.time_since_epoch()).count() + hour * 3600 + minute * 60 + second};
}

} // namespace cairn::http
