#include "config/schedule.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "base/text.hpp"
#include "config/value.hpp"

namespace cairn::config {

namespace {

// No schedule looks further ahead: a 29th of February comes within eight years.
constexpr int years_ahead = 9;

struct Shorthand {
    std::string_view name;
    std::string_view fields;
};
constexpr auto shorthands = std::to_array<Shorthand>({
    {"@hourly", "0 * * * *"},
    {"@daily", "0 0 * * *"},
    {"@midnight", "0 0 * * *"},
    {"@weekly", "0 0 * * 0"},
    {"@monthly", "0 0 1 * *"},
    {"@yearly", "0 0 1 1 *"},
    {"@annually", "0 0 1 1 *"},
});

constexpr auto month_names = std::to_array<std::string_view>(
    {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"});
constexpr auto weekday_names = std::to_array<std::string_view>({"sun", "mon", "tue", "wed", "thu", "fri", "sat"});

struct Bounds {
    int first;
    int last;
    std::span<const std::string_view> names{}; // of the numbers from `first`
};

std::optional<int> number(std::string_view word, const Bounds& bounds)
{
    for (std::size_t i = 0; i < bounds.names.size(); ++i)
        if (text::iequals(word, bounds.names[i])) return bounds.first + static_cast<int>(i);
    const auto value = text::parse_integer(word, bounds.first, bounds.last);
    return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

// "*/15", "1-5", "mon,wed", "10".
template <std::size_t N> bool read_field(std::string_view field, const Bounds& bounds, std::bitset<N>& into)
{
    for (std::string_view part : text::split(field, ',')) {
        std::int64_t step = 1;
        const auto slash = part.find('/');
        if (slash != part.npos) {
            const auto given = text::parse_integer(part.substr(slash + 1), 1, bounds.last + 1);
            if (!given) return false;
            step = *given;
            part = part.substr(0, slash);
        }
        int from = bounds.first;
        int to = bounds.last;
        if (part != "*" && part != "?") {
            const auto dash = part.find('-');
            const auto low = number(part.substr(0, dash), bounds);
            const auto high = dash == part.npos ? low : number(part.substr(dash + 1), bounds);
            if (!low || !high || *low > *high) return false;
            from = *low;
            to = dash == part.npos && slash != part.npos ? bounds.last : *high;
        }
        for (auto value = from; value <= to; value += static_cast<int>(step))
            into.set(static_cast<std::size_t>(value) % N);
    }
    return true;
}

} // namespace

std::optional<Schedule> Schedule::parse(std::string_view text)
{
    text = text::trim(text);
    Schedule schedule;
    if (text::istarts_with(text, "@every ")) {
        const auto every = parse_duration(text::trim(text.substr(7)));
        if (!every || *every < 1) return {};
        schedule.every_ = *every;
        return schedule;
    }
    for (const Shorthand& each : shorthands)
        if (text::iequals(text, each.name)) text = each.fields;
    auto fields = text::split_list(text, ' ');
    if (fields.size() == 5) fields.insert(fields.begin(), "0");
    if (fields.size() != 6) return {};
    std::bitset<8> weekdays; // Sunday is 0 and 7
    if (!read_field(fields[0], {0, 59}, schedule.seconds_) || !read_field(fields[1], {0, 59}, schedule.minutes_)
        || !read_field(fields[2], {0, 23}, schedule.hours_) || !read_field(fields[3], {1, 31}, schedule.days_)
        || !read_field(fields[4], {1, 12, month_names}, schedule.months_)
        || !read_field(fields[5], {0, 7, weekday_names}, weekdays))
        return {};
    for (std::size_t i = 0; i < 8; ++i)
        if (weekdays[i]) schedule.weekdays_.set(i % 7);
    schedule.any_day_ = fields[3].starts_with('*') || fields[3] == "?";
    schedule.any_weekday_ = fields[5].starts_with('*') || fields[5] == "?";
    return schedule;
}

Time Schedule::next(Time after) const
{
    using namespace std::chrono;
    if (every_ > 0) return {after.seconds + every_};

    auto moment = sys_seconds(seconds(after.seconds + 1));
    const auto last_day = floor<days>(moment) + days(366 * years_ahead);
    for (auto day = floor<days>(moment); day < last_day; ++day, moment = day) {
        const year_month_day date(day);
        if (!months_[static_cast<unsigned>(date.month())]) continue;
        const bool on_day = days_[static_cast<unsigned>(date.day())];
        const bool on_weekday = weekdays_[weekday(day).c_encoding()];
        // As ever in cron: where both are given, either will do.
        if (any_day_ || any_weekday_ ? !(on_day && on_weekday) : !(on_day || on_weekday)) continue;
        for (; moment < day + days(1);) {
            const hh_mm_ss time(moment - day);
            if (!hours_[static_cast<std::size_t>(time.hours().count())]) moment = floor<hours>(moment) + hours(1);
            else if (!minutes_[static_cast<std::size_t>(time.minutes().count())])
                moment = floor<minutes>(moment) + minutes(1);
            else if (!seconds_[static_cast<std::size_t>(time.seconds().count())]) moment += seconds(1);
            else return {moment.time_since_epoch().count()};
        }
    }
    return Time::never();
}

} // namespace cairn::config
