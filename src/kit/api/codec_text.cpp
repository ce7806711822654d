// Values that come as text: query parameters, segments of the path, fields of a form.
#include <algorithm>
#include <limits>

#include "api/codec.hpp"
#include "api/codec_rules.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::api {

namespace {

bool is_true(std::string_view text)
{
    return std::ranges::any_of(std::array<std::string_view, 4>{"true", "1", "t", "on"},
                               [&](std::string_view word) { return text::iequals(word, text); });
}

// The text as a value of that type; lists get one more element.
Complaint assign(const Type& type, const Note& note, std::string_view text, void* into)
{
    if (!is_utf8(text)) return "the text is not UTF-8";
    switch (type.kind) {
    case Kind::boolean: *static_cast<bool*>(into) = is_true(text); return {};
    case Kind::integer: {
        const auto number = text::parse_integer(text);
        if (!number) return expected(type);
        *static_cast<std::int64_t*>(into) = *number;
        return {};
    }
    case Kind::number: {
        const auto number = parse_number(text);
        if (!number) return expected(type);
        *static_cast<double*>(into) = *number;
        return {};
    }
    case Kind::list:
    case Kind::optional: return assign(type.item(), note, text, type.grow(into));
    default: return assign_text(type, note, text, into);
    }
}

const Type& without_optional(const Type& type)
{
    return type.kind == Kind::optional ? without_optional(type.item()) : type;
}

// Whether an empty field of a form says something: it empties a text, but it is no number, time or choice.
bool may_be_empty(const Type& type) { return without_optional(type).kind == Kind::string; }

bool has_text_form(const Type& type)
{
    const Type& bare = without_optional(type);
    if (bare.kind == Kind::list) return has_text_form(bare.item());
    return bare.kind != Kind::object && bare.kind != Kind::map && bare.kind != Kind::json;
}

// The value of a page number that nobody is refused for: 0 when it is none, the largest when it is larger than that.
std::int64_t lenient_number(std::string_view text)
{
    if (const auto number = text::parse_integer(text)) return *number;
    const bool large = !text.empty() && std::ranges::all_of(text, text::is_digit);
    return large ? std::numeric_limits<std::int64_t>::max() : 0;
}

// The member of a Paging, as facts about paging have it: what makes no sense is the default.
std::int64_t page_member(std::string_view name, std::string_view text, const PageBounds& bounds)
{
    const std::int64_t number = lenient_number(text);
    if (name == "limit") return std::min(number <= 0 ? bounds.usual : number, bounds.most);
    // The last page whose offset is still a number.
    const std::int64_t last = std::numeric_limits<std::int64_t>::max() / std::max<std::int64_t>(bounds.most, 1);
    return std::clamp<std::int64_t>(number, 1, last);
}

const std::string* first_value(const QueryValues& values, std::string_view name)
{
    const auto found = std::ranges::find(values, name, [](const auto& value) { return std::string_view(value.first); });
    return found == values.end() ? nullptr : &found->second;
}

// A field of a form goes by any case of its name; one that is spelled exactly wins.
std::string_view spelling_used(const QueryValues& values, std::string_view name)
{
    std::string_view other = name;
    for (const auto& [key, value] : values) {
        if (key == name) return name;
        if (other == name && text::iequals(key, name)) other = key;
    }
    return other;
}

// Every value of that name that is not empty, in place of what the list holds. False when there is none.
Result<bool> take_list(const Field& field, const QueryValues& values, std::string_view name, void* into)
{
    const Type* type = &field.type();
    void* list = field.of(into);
    bool taken = false;
    for (const auto& [key, value] : values) {
        if (key != name || value.empty()) continue;
        if (!taken) {
            type->clear(list);
            for (; type->kind == Kind::optional; type = &type->item()) list = type->grow(list);
        }
        taken = true;
        if (auto wrong = assign(*type, field.note, value, list)) return refuse(Errc::unprocessable, name, *wrong);
    }
    return taken;
}

// The first value of that name. False when there is none, or an empty one that says nothing.
Result<bool> take_member(const Field& field, const QueryValues& values, std::string_view name, bool form, void* into)
{
    const Type& type = field.type();
    if (without_optional(type).kind == Kind::list) return take_list(field, values, name, into);
    const std::string* value = first_value(values, name);
    if (value == nullptr || (value->empty() && !(form && may_be_empty(type)))) return false;
    if (form && says_nothing(field, *value)) return false;
    if (auto wrong = assign(type, field.note, *value, field.of(into))) return refuse(Errc::unprocessable, name, *wrong);
    return true;
}

} // namespace

Result<void> decode_form(const Type& type, const QueryValues& values, void* into)
{
    for (const Field& field : type.fields) {
        const std::string_view name = field.outer_name();
        const bool taken =
            has_text_form(field.type()) && TRY(take_member(field, values, spelling_used(values, name), true, into));
        if (field.note.required && (!taken || holds_nothing(field.type(), field.of(into))))
            return refuse(Errc::unprocessable, name, required_words);
    }
    return {};
}

Result<void> decode_query(const Type& type, const QueryValues& values, const std::optional<PageBounds>& bounds,
                          void* into)
{
    for (const Field& field : type.fields) {
        const std::string_view name = field.outer_name();
        if (bounds && (name == "page" || name == "limit") && field.type().kind == Kind::integer) {
            const std::string* text = first_value(values, name);
            *static_cast<std::int64_t*>(field.of(into)) = page_member(name, text == nullptr ? "" : *text, *bounds);
            continue;
        }
        // Today's clients are not refused for a filter that is no number: it does not filter.
        if (without_optional(field.type()).kind == Kind::integer)
            if (const std::string* text = first_value(values, name); text != nullptr && !text::parse_integer(*text))
                continue;
        const bool taken = TRY(take_member(field, values, name, false, into));
        if (field.note.required && !taken) return refuse(Errc::unprocessable, name, required_words);
    }
    return {};
}

Result<void> decode_path(const Type& type, const PathValues& values, void* into)
{
    for (const Field& field : type.fields) {
        const auto found = std::ranges::find(values, field.name, [](const auto& value) { return value.first; });
        if (found == values.end()) throw std::logic_error("the path has no {" + std::string(field.name) + "}");
        if (auto wrong = assign(field.type(), field.note, found->second, field.of(into)))
            return refuse(Errc::not_found, field.name, *wrong);
    }
    return {};
}

} // namespace cairn::api
