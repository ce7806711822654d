// The JSON that goes with Protocol Buffers. It differs from the API's own: names in camel case, whole numbers as text,
// bytes in base64, nothing written that is empty.
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <utility>

#include "api/json_writer.hpp"
#include "api/protobuf.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::api::protobuf {

namespace json = boost::json;

namespace {

constexpr std::size_t max_depth = 32;
constexpr std::size_t max_elements = 100'000;
constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;

std::string camel_case(std::string_view name)
{
    std::string camel;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '_' && i + 1 < name.size()) camel += text::to_upper(name[++i]);
        else camel += name[i];
    }
    return camel;
}

bool is_timestamp(const Type& type) { return &type == &type_of<Timestamp>(); }

std::string to_rfc3339(const Timestamp& moment)
{
    auto text = cairn::to_rfc3339(moment.time());
    if (moment.nanoseconds <= 0 || moment.nanoseconds >= nanoseconds_per_second) return text;
    auto digits = std::to_string(nanoseconds_per_second + moment.nanoseconds);
    digits.front() = '.';
    return text.insert(text.size() - 1, digits);
}

std::optional<Timestamp> parse_timestamp(std::string_view text)
{
    const auto time = parse_rfc3339(text);
    if (!time) return {};
    Timestamp moment = Timestamp::of(*time);
    if (const auto dot = text.find('.'); dot != text.npos) {
        std::int64_t unit = nanoseconds_per_second / 10;
        for (auto at = dot + 1; at < text.size() && text::is_digit(text[at]); ++at, unit /= 10)
            moment.nanoseconds += (text[at] - '0') * unit;
    }
    return moment;
}

std::unexpected<Error> refuse(std::string_view name, std::string_view complaint)
{
    return fail(Errc::bad_request, std::string(name) + ": " + std::string(complaint));
}

class Reader {
public:
    Result<void> message(const Type& type, const json::value& from, void* into, std::string_view name)
    {
        const auto* object = from.if_object();
        if (object == nullptr) return refuse(name, "an object is expected");
        for (const Field& field : type.fields) {
            const auto* value = object->if_contains(field.name);
            if (value == nullptr) value = object->if_contains(camel_case(field.name));
            if (value == nullptr || value->is_null()) continue;
            TRY(member(field.type(), field.note, *value, field.of(into), field.name));
        }
        return {};
    }

private:
    Result<void> member(const Type& type, const Note& note, const json::value& from, void* into, std::string_view name)
    {
        switch (type.kind) {
        case Kind::boolean:
            if (!from.is_bool()) return refuse(name, "true or false is expected");
            *static_cast<bool*>(into) = from.get_bool();
            return {};
        case Kind::integer: return integer(from, into, name);
        case Kind::choice: return choice(type, from, into, name);
        case Kind::string: return string(note, from, into, name);
        case Kind::json: static_cast<Json*>(into)->text = json::serialize(from); return {};
        case Kind::optional: return member(type.item(), note, from, type.grow(into), name);
        case Kind::list: {
            const auto* list = from.if_array();
            if (list == nullptr) return refuse(name, "a list is expected");
            for (const auto& item : *list) {
                TRY(count());
                TRY(member(type.item(), note, item, type.grow(into), name));
            }
            return {};
        }
        case Kind::map: {
            const auto* map = from.if_object();
            if (map == nullptr) return refuse(name, "an object is expected");
            for (const auto& [key, item] : *map) {
                TRY(count());
                TRY(member(type.item(), {}, item, type.insert(into, to_text({key.data(), key.size()})), name));
            }
            return {};
        }
        case Kind::object:
            if (!is_timestamp(type)) return message(type, from, into, name);
            if (const auto moment = from.is_string() ? parse_timestamp(text_of(from)) : std::nullopt) {
                *static_cast<Timestamp*>(into) = *moment;
                return {};
            }
            return refuse(name, "a time as in 2026-11-15T12:00:00Z is expected");
        case Kind::number:
        case Kind::time: break;
        }
        throw std::logic_error("a message has no member of this kind");
    }

    static std::string_view text_of(const json::value& value)
    {
        return {value.get_string().data(), value.get_string().size()};
    }

    static Result<void> integer(const json::value& from, void* into, std::string_view name)
    {
        std::optional<std::int64_t> number;
        if (from.is_string()) number = text::parse_integer(text_of(from));
        else if (from.is_int64()) number = from.get_int64();
        if (!number) return refuse(name, "a whole number is expected");
        *static_cast<std::int64_t*>(into) = *number;
        return {};
    }

    static Result<void> choice(const Type& type, const json::value& from, void* into, std::string_view name)
    {
        if (from.is_int64()) {
            const auto number = static_cast<std::size_t>(from.get_int64());
            type.choose(into, number < type.choices.size() ? number : 0);
            return {};
        }
        for (std::size_t i = 0; from.is_string() && i < type.choices.size(); ++i)
            if (type.choices[i] == text_of(from)) return type.choose(into, i), Result<void>();
        return refuse(name, "there is no such word");
    }

    static Result<void> string(const Note& note, const json::value& from, void* into, std::string_view name)
    {
        if (!from.is_string()) return refuse(name, "text is expected");
        auto& text = *static_cast<std::string*>(into);
        if (note.format != "byte") text = to_text(text_of(from));
        else if (auto bytes = base64_decode(text_of(from))) text = std::move(*bytes);
        else return refuse(name, "base64 is expected");
        return {};
    }

    Result<void> count()
    {
        if (++elements_ > max_elements) return fail(Errc::bad_request, "the message has too many elements");
        return {};
    }

    std::size_t elements_ = 0;
};

bool is_empty(const Type& type, const void* value)
{
    switch (type.kind) {
    case Kind::boolean: return !*static_cast<const bool*>(value);
    case Kind::integer: return *static_cast<const std::int64_t*>(value) == 0;
    case Kind::choice: return type.choice(value) == 0;
    case Kind::string: return static_cast<const std::string*>(value)->empty();
    case Kind::json: return static_cast<const Json*>(value)->text == "null";
    case Kind::list:
    case Kind::map:
    case Kind::optional: return type.size(value) == 0;
    default: return false;
    }
}

void write(std::string& out, const Type& type, const Note& note, const void* value);

void write_object(std::string& out, const Type& type, const void* value)
{
    char before = '{';
    for (const Field& field : type.fields) {
        const void* held = field.of(const_cast<void*>(value)); // only looked at
        if (is_empty(field.type(), held)) continue;
        out += std::exchange(before, ',');
        write_json_string(out, camel_case(field.name));
        out += ':';
        write(out, field.type(), field.note, held);
    }
    if (before == '{') out += '{';
    out += '}';
}

void write(std::string& out, const Type& type, const Note& note, const void* value)
{
    switch (type.kind) {
    case Kind::integer: out += '"' + std::to_string(*static_cast<const std::int64_t*>(value)) + '"'; return;
    case Kind::string:
        if (note.format != "byte") break;
        return write_json_string(out, base64_encode(*static_cast<const std::string*>(value)));
    case Kind::list:
        out += '[';
        for (std::size_t i = 0; i < type.size(value); ++i) {
            if (i > 0) out += ',';
            write(out, type.item(), note, type.at(value, i));
        }
        out += ']';
        return;
    case Kind::map:
        return write_json_map(out, type, value, [](std::string& text, const Type& item, const void* held) {
            write(text, item, {}, held);
        });
    case Kind::optional: return write(out, type.item(), note, type.at(value, 0));
    case Kind::object:
        if (is_timestamp(type)) return write_json_string(out, to_rfc3339(*static_cast<const Timestamp*>(value)));
        return write_object(out, type, value);
    default: break;
    }
    write_json(out, type, value);
}

} // namespace

Result<void> decode_json(const Type& type, std::string_view text, void* into)
{
    json::parse_options options;
    options.max_depth = max_depth;
    json::error_code stopped;
    const auto value = json::parse(text.empty() ? "{}" : text, stopped, {}, options);
    if (stopped) return fail(Errc::bad_request, "the body is no JSON");
    return Reader().message(type, value, into, "body");
}

std::string encode_json(const Type& type, const void* value)
{
    std::string out;
    write_object(out, type, value);
    return out;
}

} // namespace cairn::api::protobuf
