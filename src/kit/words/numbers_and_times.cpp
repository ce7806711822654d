// How a language tells numbers, sizes and times.
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include "words/language.hpp"

namespace cairn::words {

namespace {

constexpr std::int64_t minute = 60;
constexpr std::int64_t hour = 60 * minute;
constexpr std::int64_t day_length = 24 * hour;

// clang-format off
constexpr std::array<Phrase, 12> months{
    Phrase("Jan"), Phrase("Feb"), Phrase("Mar"), Phrase("Apr"), Phrase("May"), Phrase("Jun"),
    Phrase("Jul"), Phrase("Aug"), Phrase("Sep"), Phrase("Oct"), Phrase("Nov"), Phrase("Dec")};

struct Span {
    std::int64_t seconds; // of one of it
    Phrase past;
    Phrase future;
};
constexpr std::array<Span, 6> spans{{
    {365 * day_length, Phrase("{count} year ago", "{count} years ago"),     Phrase("in {count} year", "in {count} years")},
    {30 * day_length,  Phrase("{count} month ago", "{count} months ago"),   Phrase("in {count} month", "in {count} months")},
    {7 * day_length,   Phrase("{count} week ago", "{count} weeks ago"),     Phrase("in {count} week", "in {count} weeks")},
    {day_length,       Phrase("{count} day ago", "{count} days ago"),       Phrase("in {count} day", "in {count} days")},
    {hour,             Phrase("{count} hour ago", "{count} hours ago"),     Phrase("in {count} hour", "in {count} hours")},
    {minute,           Phrase("{count} minute ago", "{count} minutes ago"), Phrase("in {count} minute", "in {count} minutes")},
}};
// clang-format on

} // namespace

std::string Language::number(std::int64_t value) const
{
    auto digits = std::to_string(value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) {
        at -= 3;
        digits.insert(at, group_);
    }
    return digits;
}

std::string Language::decimal(double value, int places) const
{
    std::array<char, 400> text; // the longest number has 310 digits before the point
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, places);
    std::string out(text.data(), end.ptr);
    if (const auto point = out.find('.'); point != out.npos) out.replace(point, 1, point_);
    return out;
}

std::string Language::bytes(std::int64_t value) const
{
    constexpr std::array<const char*, 6> units{"B", "KB", "MB", "GB", "TB", "PB"};
    auto size = static_cast<double>(value);
    std::size_t unit = 0;
    // What would be told as 1,000 is one of the next.
    while (std::abs(size) >= 999.95 && unit + 1 < units.size()) {
        size /= 1000;
        ++unit;
    }
    return (unit == 0 || std::abs(size) >= 99.95 ? decimal(size, 0) : decimal(size)) + " " + units[unit];
}

std::string Language::day(Time time) const
{
    const std::chrono::sys_seconds moment{std::chrono::seconds(time.seconds)};
    const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(moment)};
    return fill(Phrase("{day} {month} {year}"),
                {{"day", std::to_string(static_cast<unsigned>(date.day()))},
                 {"month", text(months[static_cast<unsigned>(date.month()) - 1])},
                 {"year", std::to_string(static_cast<int>(date.year()))}});
}

std::string Language::moment(Time time) const
{
    const auto seconds = ((time.seconds % day_length) + day_length) % day_length;
    const auto digit = [](std::int64_t value) { return static_cast<char>('0' + value % 10); };
    const auto hours = seconds / hour;
    const auto minutes = seconds % hour / minute;
    const std::string clock{digit(hours / 10), digit(hours), ':', digit(minutes / 10), digit(minutes)};
    return fill(Phrase("{day}, {time} UTC"), {{"day", day(time)}, {"time", clock}});
}

std::string Language::ago(Time time, Time now) const
{
    const auto passed = now.seconds - time.seconds;
    const auto distance = passed < 0 ? -passed : passed;
    if (distance < minute) return std::string(text(Phrase("just now")));
    if (passed >= day_length && passed < 2 * day_length) return std::string(text(Phrase("yesterday")));
    for (const Span& span : spans)
        if (distance >= span.seconds) return say(passed > 0 ? span.past : span.future, distance / span.seconds);
    return std::string(text(Phrase("just now")));
}

} // namespace cairn::words
