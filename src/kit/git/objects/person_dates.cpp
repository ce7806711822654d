#include "git/objects/person_dates.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"

namespace cairn::git {

namespace {

constexpr int minutes_of_day = 24 * 60;

} // namespace

std::string written_date(const Person& person)
{
    // Git takes any number for a time; what is beyond the year 9999 no client could read.
    constexpr std::int64_t last = 253'402'300'799;
    const auto when = std::clamp<std::int64_t>(person.when.seconds, 0, last);
    const auto offset = std::clamp(person.offset, 1 - minutes_of_day, minutes_of_day - 1);
    std::string date = to_rfc3339({std::clamp<std::int64_t>(when + std::int64_t{offset} * 60, 0, last)});
    if (offset == 0) return date;
    const auto minutes = std::abs(offset);
    date.back() = offset < 0 ? '-' : '+';
    for (const int part : {minutes / 60, minutes % 60}) {
        if (date.back() != '+' && date.back() != '-') date += ':';
        date += static_cast<char>('0' + part / 10);
        date += static_cast<char>('0' + part % 10);
    }
    return date;
}

bool read_date(std::string_view written, Person& person)
{
    constexpr std::size_t offset_length = 6; // +01:00
    const auto when = parse_rfc3339(written);
    if (!when) return false;
    person.when = *when;
    person.offset = 0;
    if (written.ends_with('Z') || written.ends_with('z')) return true;
    const auto offset = written.substr(written.size() - offset_length); // parse_rfc3339 has seen that it is one
    const auto minutes = text::parse_integer(offset.substr(1, 2)).value_or(0) * 60
        + text::parse_integer(offset.substr(4, 2)).value_or(0);
    person.offset = static_cast<int>(offset.starts_with('-') ? -minutes : minutes);
    return true;
}

} // namespace cairn::git
