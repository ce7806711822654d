#include "pages/profiles/year.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>

namespace cairn::pages {

using words::Phrase;

namespace {

constexpr std::int64_t weeks = 53;
// Of the drawing: where its first column begins, and how far the next ones are.
constexpr std::int64_t left = 24;
constexpr std::int64_t top = 14;
constexpr std::int64_t column = 13;
constexpr std::int64_t row = 12;

constexpr std::array month_names{Phrase("Jan"), Phrase("Feb"), Phrase("Mar"), Phrase("Apr"),
                                 Phrase("May"), Phrase("Jun"), Phrase("Jul"), Phrase("Aug"),
                                 Phrase("Sep"), Phrase("Oct"), Phrase("Nov"), Phrase("Dec")};

std::chrono::year_month_day date_of(std::int64_t day)
{
    return std::chrono::year_month_day(std::chrono::sys_days(std::chrono::days(day)));
}

std::string_view name_of(const words::Language& in, std::chrono::month month)
{
    return in.text(month_names[static_cast<unsigned>(month) - 1]);
}

// By quarters of what was done on the busiest day: a quiet person's year has all colors, too.
std::int64_t heat_of(std::int64_t count, std::int64_t most)
{
    return count == 0 ? 0 : 1 + std::min<std::int64_t>(3, 4 * (count - 1) / std::max<std::int64_t>(most, 4));
}

} // namespace

std::int64_t first_day_of_year_to(std::int64_t today)
{
    const auto monday = today - (today + 3) % 7; // the first day of 1970 was a Thursday
    return monday - 7 * (weeks - 1);
}

ShownYear show_year(const words::Language& in, std::span<const feeds::CountedDay> counted, std::int64_t today)
{
    std::map<std::int64_t, std::int64_t> counts;
    std::int64_t most = 0;
    ShownYear year;
    const auto first = first_day_of_year_to(today);
    for (const auto& one : counted) {
        if (one.day < first || one.day > today) continue;
        counts[one.day] = one.count;
        most = std::max(most, one.count);
        year.total += one.count;
    }
    std::chrono::month labeled{};
    std::int64_t labeled_at = -3;
    for (auto day = first; day <= today; ++day) {
        const auto week = (day - first) / 7;
        const auto date = date_of(day);
        const auto found = counts.find(day);
        const auto count = found == counts.end() ? 0 : found->second;
        year.days.push_back(
            {.x = left + column * week, .y = top + row * ((day - first) % 7), .heat = heat_of(count, most)});
        if (year.months.empty() || unsigned(date.day()) == 1)
            year.months.push_back(
                {.words = std::string(name_of(in, date.month())) + " " + std::to_string(int(date.year()))});
        year.months.back().count += count;
        year.months.back().days += count > 0 ? 1 : 0;
        // Where the first week of a month begins, if there is room for its name.
        if ((day - first) % 7 == 0 && date.month() != labeled && week - labeled_at >= 3 && week < weeks - 1) {
            labeled = date.month();
            labeled_at = week;
            year.labels.push_back({.x = left + column * week, .words = std::string(name_of(in, date.month()))});
        }
    }
    return year;
}

} // namespace cairn::pages
