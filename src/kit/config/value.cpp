#include "config/value.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "base/text.hpp"
#include "config/schedule.hpp"

namespace cairn::config {

namespace {

struct Unit {
    std::string_view name;
    std::int64_t size;
};

constexpr std::array duration_units{Unit{"w", 604800}, Unit{"d", 86400}, Unit{"h", 3600}, Unit{"m", 60}, Unit{"s", 1}};
constexpr std::array size_units{Unit{"TiB", 1LL << 40}, Unit{"GiB", 1LL << 30}, Unit{"MiB", 1LL << 20},
                                Unit{"KiB", 1LL << 10}, Unit{"B", 1}};

std::optional<std::int64_t> times(std::int64_t a, std::int64_t b)
{
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return {};
    return product;
}

std::optional<bool> parse_boolean(std::string_view text)
{
    for (const std::string_view yes : {"true", "yes", "on", "1"})
        if (text::iequals(text, yes)) return true;
    for (const std::string_view no : {"false", "no", "off", "0"})
        if (text::iequals(text, no)) return false;
    return {};
}

std::string write_duration(std::int64_t seconds)
{
    if (seconds <= 0) return std::to_string(seconds);
    for (const auto& [name, size] : duration_units)
        if (seconds % size == 0 && name != "w") return fmt::format("{}{}", seconds / size, name);
    std::unreachable();
}

std::string write_size(std::int64_t bytes)
{
    if (bytes <= 0) return std::to_string(bytes);
    for (const auto& [name, size] : size_units)
        if (bytes % size == 0 && size > 1) return fmt::format("{} {}", bytes / size, name);
    return std::to_string(bytes);
}

std::optional<std::int64_t> parse_number(std::string_view format, std::string_view text)
{
    if (format == "duration") return parse_duration(text);
    if (format == "bytes") return parse_size(text);
    return text::parse_integer(text);
}

std::string write_number(std::string_view format, std::int64_t number)
{
    if (format == "duration") return write_duration(number);
    if (format == "bytes") return write_size(number);
    return std::to_string(number);
}

std::string expected_number(const Note& note)
{
    const std::string_view what = note.format == "duration" ? "a duration such as 90s, 10m or 1h30m"
        : note.format == "bytes"                            ? "a size such as 4096 or 32 MiB"
                                                            : "a number";
    constexpr Note any{""};
    const bool has_minimum = note.minimum != any.minimum;
    const bool has_maximum = note.maximum != any.maximum;
    const auto bound = [&](std::int64_t n) { return write_number(note.format, n); };
    if (has_minimum && has_maximum)
        return fmt::format("{} from {} to {}", what, bound(note.minimum), bound(note.maximum));
    if (has_minimum) return fmt::format("{}, at least {}", what, bound(note.minimum));
    if (has_maximum) return fmt::format("{}, at most {}", what, bound(note.maximum));
    return std::string(what);
}

bool read_choice(const Type& type, void* member, std::string_view text)
{
    for (std::size_t i = 0; i < type.choices.size(); ++i) {
        if (!text::iequals(type.choices[i], text)) continue;
        type.choose(member, i);
        return true;
    }
    return false;
}

// Lists are of text or of choices.
bool read_list(const Type& type, void* member, std::string_view text)
{
    type.clear(member);
    const Type& item = type.item();
    for (const auto part : text::split_list(text)) {
        void* made = type.grow(member);
        if (item.kind == Kind::string) *static_cast<std::string*>(made) = part;
        else if (!read_choice(item, made, part)) return false;
    }
    return true;
}

std::string write_list(const Type& type, const void* member)
{
    const Type& item = type.item();
    std::vector<std::string_view> parts;
    for (std::size_t i = 0; i < type.size(member); ++i) {
        const void* part = type.at(member, i);
        parts.push_back(item.kind == Kind::string ? std::string_view(*static_cast<const std::string*>(part))
                                                  : item.choices[item.choice(part)]);
    }
    return text::join(parts, ", ");
}

} // namespace

std::optional<std::int64_t> parse_duration(std::string_view text)
{
    if (const auto plain = text::parse_integer(text)) return plain;
    std::int64_t seconds = 0;
    if (text.empty()) return {};
    while (!text.empty()) {
        std::size_t digits = 0;
        while (digits < text.size() && text::is_digit(text[digits])) ++digits;
        const auto number = text::parse_integer(text.substr(0, digits));
        text.remove_prefix(digits);
        if (!number || text.empty()) return {};
        std::optional<std::int64_t> part;
        for (const auto& [name, size] : duration_units)
            if (text.front() == name.front()) part = times(*number, size);
        if (!part || __builtin_add_overflow(seconds, *part, &seconds)) return {};
        text.remove_prefix(1);
    }
    return seconds;
}

std::optional<std::int64_t> parse_size(std::string_view text)
{
    std::size_t digits = text.starts_with('-') ? 1 : 0;
    while (digits < text.size() && text::is_digit(text[digits])) ++digits;
    const auto number = text::parse_integer(text.substr(0, digits));
    const auto unit = text::trim(text.substr(digits));
    if (!number || unit.empty()) return number;
    for (const auto& [name, size] : size_units) {
        const auto letter = name.substr(0, 1);
        if (text::iequals(unit, name) || text::iequals(unit, letter) || text::iequals(unit, std::string(letter) + "B"))
            return size == 1 && unit.size() > 1 ? std::nullopt : times(*number, size);
    }
    return {};
}

std::optional<double> parse_ratio(std::string_view text)
{
    double ratio = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, ratio, std::chars_format::fixed);
    if (read.ec != std::errc() || read.ptr != end || !(ratio >= 0 && ratio <= 1)) return {};
    return ratio;
}

bool read_value(const Field& field, void* member, std::string_view text)
{
    const Type& type = field.type();
    switch (type.kind) {
    case Kind::boolean: {
        const auto value = parse_boolean(text);
        if (value) *static_cast<bool*>(member) = *value;
        return value.has_value();
    }
    case Kind::integer: {
        const auto value = parse_number(field.note.format, text);
        if (!value || *value < field.note.minimum || *value > field.note.maximum) return false;
        *static_cast<std::int64_t*>(member) = *value;
        return true;
    }
    case Kind::string:
        if (field.note.format == "schedule" && !Schedule::parse(text)) return false;
        if (field.note.format == "ratio" && !parse_ratio(text)) return false;
        *static_cast<std::string*>(member) = text;
        return true;
    case Kind::choice: return read_choice(type, member, text);
    case Kind::list: return read_list(type, member, text);
    default: std::unreachable(); // settings have no other types
    }
}

std::string expected_value(const Field& field)
{
    const Type& type = field.type();
    switch (type.kind) {
    case Kind::boolean: return "true or false";
    case Kind::integer: return expected_number(field.note);
    case Kind::choice: return "one of " + text::join(type.choices, ", ");
    case Kind::list:
        if (type.item().kind == Kind::choice)
            return "a list of " + text::join(type.item().choices, ", ") + ", separated by commas";
        return "a list, separated by commas";
    default:
        if (field.note.format == "ratio") return "a number from 0 to 1, such as 0.05";
        return field.note.format == "schedule" ? "a schedule such as @every 10m, @midnight or 30 4 * * *" : "text";
    }
}

std::string write_value(const Field& field, const void* member)
{
    const Type& type = field.type();
    switch (type.kind) {
    case Kind::boolean: return *static_cast<const bool*>(member) ? "true" : "false";
    case Kind::integer: return write_number(field.note.format, *static_cast<const std::int64_t*>(member));
    case Kind::string: return *static_cast<const std::string*>(member);
    case Kind::choice: return std::string(type.choices[type.choice(member)]);
    case Kind::list: return write_list(type, member);
    default: std::unreachable();
    }
}

} // namespace cairn::config
