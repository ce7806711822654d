#include "ldap/escape.hpp"

#include <array>

#include "base/encoding.hpp"

namespace cairn::ldap {

namespace {

constexpr std::array<std::string_view, 2> places{"%s", "%[1]s"};

void append_escaped(std::string& to, char c)
{
    to += '\\';
    to += hex_encode(std::string_view(&c, 1));
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

} // namespace

std::string escape_filter(std::string_view value)
{
    std::string out;
    for (const char c : value)
        if (is_control(c) || std::string_view("*()\\").contains(c)) append_escaped(out, c);
        else out += c;
    return out;
}

std::string escape_name(std::string_view value)
{
    std::string out;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const char c = value[i];
        const bool at_edge = i == 0 || i + 1 == value.size();
        const bool special =
            std::string_view(",+\"\\<>;=").contains(c) || (c == '#' && i == 0) || (c == ' ' && at_edge);
        if (special || is_control(c)) append_escaped(out, c);
        else out += c;
    }
    return out;
}

std::string fill_in(std::string_view pattern, std::string_view value, Escape escape)
{
    const auto escaped = escape(value);
    std::string out;
    while (!pattern.empty()) {
        std::string_view place;
        for (const auto& each : places)
            if (pattern.starts_with(each)) place = each;
        if (place.empty()) {
            out += pattern.front();
            pattern.remove_prefix(1);
        } else {
            out += escaped;
            pattern.remove_prefix(place.size());
        }
    }
    return out;
}

bool has_place(std::string_view pattern)
{
    for (const auto& each : places)
        if (pattern.contains(each)) return true;
    return false;
}

bool looks_like_filter(std::string_view filter)
{
    if (!filter.starts_with('(') || !filter.ends_with(')')) return false;
    int depth = 0;
    for (std::size_t i = 0; i < filter.size(); ++i) {
        if (filter[i] == '(') ++depth;
        if (filter[i] == ')') --depth;
        if (depth < 0 || (depth == 0 && i + 1 < filter.size())) return false;
    }
    return depth == 0;
}

} // namespace cairn::ldap
