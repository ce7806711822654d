// The grammar that header values share: tokens in any case, lists separated by commas, parameters after semicolons.
#pragma once

#include <string_view>

namespace cairn::http {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

// Header names, codings and units are ASCII and mean the same in either case.
constexpr bool same_token(std::string_view a, std::string_view b)
{
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i] && lower(a[i]) != lower(b[i])) return false;
    return true;
}

constexpr std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Takes the part before the next `separator` off the front of `rest`, without the blanks around it.
constexpr std::string_view take_until(std::string_view& rest, char separator)
{
    const auto end = rest.find(separator);
    const auto part = trim(rest.substr(0, end));
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    return part;
}

} // namespace cairn::http
