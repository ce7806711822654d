#include "api/codec_rules.hpp"

#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::api {

std::string expected(const Type& type)
{
    switch (type.kind) {
    case Kind::boolean: return "true or false is expected";
    case Kind::integer: return "a whole number is expected";
    case Kind::number: return "a number is expected";
    case Kind::string: return "text is expected";
    case Kind::time: return "a time is expected, such as 2026-11-15T02:40:00Z";
    case Kind::choice: return "one of " + text::join(type.choices, ", ") + " is expected";
    case Kind::list: return "a list is expected";
    case Kind::map:
    case Kind::object: return "an object is expected";
    case Kind::optional: return expected(type.item());
    case Kind::json: return "a value is expected";
    }
    std::unreachable();
}

Complaint assign_text(const Type& type, const Note& note, std::string_view text, void* into)
{
    if (text.find('\0') != text.npos) return std::string(nul_words);
    if (note.max_length > 0 && utf8_length(text) > note.max_length)
        return "at most " + std::to_string(note.max_length) + " characters are allowed";
    switch (type.kind) {
    case Kind::string: static_cast<std::string*>(into)->assign(text); return {};
    case Kind::time: {
        const auto time = parse_rfc3339(text);
        if (!time) return expected(type);
        *static_cast<Time*>(into) = *time;
        return {};
    }
    case Kind::choice:
        for (std::size_t i = 0; i < type.choices.size(); ++i)
            if (type.choices[i] == text) {
                type.choose(into, i);
                return {};
            }
        return expected(type);
    default: return expected(type);
    }
}

bool says_nothing(const Field& field, std::string_view text)
{
    const Type* type = &field.type();
    while (type->kind == Kind::optional) type = &type->item();
    if (type->kind == Kind::choice) return text.empty();
    // A date may be kept as it was written, because more than the moment matters.
    const bool is_date = type->kind == Kind::time || (type->kind == Kind::string && field.note.format == "date-time");
    return is_date && ((text.empty() && type->kind == Kind::time) || text.starts_with("0001-01-01T00:00:00"));
}

std::optional<double> parse_number(std::string_view text)
{
    double number = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    // It also reads "inf" and "nan", which are no numbers to anybody who sends them here.
    if (error != std::errc() || stopped != text.data() + text.size() || !std::isfinite(number)) return {};
    return number;
}

bool holds_nothing(const Type& type, const void* value)
{
    switch (type.kind) {
    case Kind::string: return static_cast<const std::string*>(value)->empty();
    case Kind::list:
    case Kind::map: return type.size(value) == 0;
    case Kind::optional: return type.size(value) == 0 || holds_nothing(type.item(), type.at(value, 0));
    default: return false;
    }
}

std::unexpected<Error> refuse(Errc code, std::string_view path, std::string_view complaint)
{
    std::string message = "[";
    message += path;
    message += "]: ";
    message += complaint;
    return fail(code, std::move(message));
}

} // namespace cairn::api
