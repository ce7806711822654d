#include "base/time.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <ctime>

namespace cairn {

namespace {

// Takes exactly `digits` decimal digits off the front of `text`.
std::optional<int> take_number(std::string_view& text, std::size_t digits)
{
    if (text.size() < digits) return {};
    int number = 0;
    for (char c : text.substr(0, digits)) {
        if (c < '0' || c > '9') return {};
        number = number * 10 + (c - '0');
    }
    text.remove_prefix(digits);
    return number;
}

bool take(std::string_view& text, std::string_view any_of)
{
    if (text.empty() || any_of.find(text.front()) == any_of.npos) return false;
    text.remove_prefix(1);
    return true;
}

template <std::size_t Width> char* put_padded(char* at, unsigned number)
{
    for (std::size_t i = Width; i-- > 0; number /= 10) at[i] = static_cast<char>('0' + number % 10);
    return at + Width;
}

} // namespace

Time Time::now() { return {std::time(nullptr)}; }

char* put_rfc3339(char* at, Time time)
{
    using namespace std::chrono;
    const sys_seconds moment{seconds(time.seconds)};
    const auto day = floor<days>(moment);
    const year_month_day date(day);
    const hh_mm_ss clock(moment - day);
    at = put_padded<4>(at, static_cast<unsigned>(static_cast<int>(date.year())));
    *at++ = '-';
    at = put_padded<2>(at, static_cast<unsigned>(date.month()));
    *at++ = '-';
    at = put_padded<2>(at, static_cast<unsigned>(date.day()));
    *at++ = 'T';
    at = put_padded<2>(at, static_cast<unsigned>(clock.hours().count()));
    *at++ = ':';
    at = put_padded<2>(at, static_cast<unsigned>(clock.minutes().count()));
    *at++ = ':';
    at = put_padded<2>(at, static_cast<unsigned>(clock.seconds().count()));
    *at++ = 'Z';
    return at;
}

std::string to_rfc3339(Time time)
{
    std::array<char, rfc3339_length> text;
    return {text.data(), put_rfc3339(text.data(), time)};
}

std::optional<Time> parse_rfc3339(std::string_view text)
{
    using namespace std::chrono;
    const auto y = take_number(text, 4);
    if (!y || !take(text, "-")) return {};
    const auto mo = take_number(text, 2);
    if (!mo || !take(text, "-")) return {};
    const auto d = take_number(text, 2);
    if (!d || !take(text, "Tt ")) return {};
    const auto h = take_number(text, 2);
    if (!h || !take(text, ":")) return {};
    const auto mi = take_number(text, 2);
    if (!mi || !take(text, ":")) return {};
    const auto s = take_number(text, 2);
    if (!s || *h > 23 || *mi > 59 || *s > 60) return {};
    if (take(text, ".")) {
        if (!take(text, "0123456789")) return {};
        while (take(text, "0123456789")) { }
    }
    std::int64_t offset = 0;
    if (!take(text, "Zz")) {
        const int sign = text.starts_with('-') ? -1 : 1;
        if (!take(text, "+-")) return {};
        const auto oh = take_number(text, 2);
        if (!oh || !take(text, ":")) return {};
        const auto om = take_number(text, 2);
        if (!om || *oh > 23 || *om > 59) return {};
        offset = sign * (*oh * 3600 + *om * 60);
    }
    const year_month_day date(year(*y), month(static_cast<unsigned>(*mo)), day(static_cast<unsigned>(*d)));
    if (!text.empty() || !date.ok()) return {};
    return Time{sys_days(date).time_since_epoch().count() * 86400LL + *h * 3600 + *mi * 60 + *s - offset};
}

} // namespace cairn
