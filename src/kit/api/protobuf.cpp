// The binary form: a sequence of (number and wire type, value), written and read by walking a Type.
#include "api/protobuf.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <bit>
#include <cstring>

#include "base/utf8.hpp"

namespace cairn::api::protobuf {

namespace {

constexpr std::size_t max_depth = 16;
// Of all lists and maps together: an empty element takes two bytes on the wire and a hundred in memory.
constexpr std::size_t max_elements = 100'000;

enum class Wire : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

// A number and wire type, in one.
constexpr std::uint64_t tag(std::size_t number, Wire wire) { return number << 3 | static_cast<std::uint64_t>(wire); }

void write_varint(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
}

void write_bytes(std::string& out, std::size_t number, std::string_view bytes)
{
    write_varint(out, tag(number, Wire::bytes));
    write_varint(out, bytes.size());
    out += bytes;
}

void write_message(std::string& out, const Type& type, const void* value);

// google.protobuf.Struct and Value: maps of what JSON knows.
std::string encode_value(const boost::json::value& value);

std::string encode_struct(const boost::json::object& object)
{
    std::string out;
    for (const auto& [key, value] : object) {
        std::string entry;
        write_bytes(entry, 1, {key.data(), key.size()});
        write_bytes(entry, 2, encode_value(value));
        write_bytes(out, 1, entry);
    }
    return out;
}

std::string encode_value(const boost::json::value& value)
{
    std::string out;
    switch (value.kind()) {
    case boost::json::kind::null:
        write_varint(out, tag(1, Wire::varint));
        out += '\0';
        break;
    case boost::json::kind::bool_:
        write_varint(out, tag(4, Wire::varint));
        out += static_cast<char>(value.get_bool());
        break;
    case boost::json::kind::string: write_bytes(out, 3, {value.get_string().data(), value.get_string().size()}); break;
    case boost::json::kind::object: write_bytes(out, 5, encode_struct(value.get_object())); break;
    case boost::json::kind::array: {
        std::string list;
        for (const auto& item : value.get_array()) write_bytes(list, 1, encode_value(item));
        write_bytes(out, 6, list);
        break;
    }
    default: { // a number of one kind or another: all are doubles here
        auto bits = std::bit_cast<std::uint64_t>(value.to_number<double>());
        write_varint(out, tag(2, Wire::fixed64));
        for (int i = 0; i < 8; ++i, bits >>= 8) out += static_cast<char>(bits);
    }
    }
    return out;
}

std::string encode_json_text(const std::string& text)
{
    boost::system::error_code broken;
    const auto value = boost::json::parse(text, broken);
    return !broken && value.is_object() ? encode_struct(value.get_object()) : std::string();
}

void write_map(std::string& out, std::size_t number, const Type& type, const void* value);

// A member, or an element of a list. What is empty is not written, except where it is one of several.
void write_member(std::string& out, std::size_t number, const Type& type, const void* value, bool always)
{
    const auto write_number = [&](std::uint64_t number_value) {
        if (number_value == 0 && !always) return;
        write_varint(out, tag(number, Wire::varint));
        write_varint(out, number_value);
    };
    switch (type.kind) {
    case Kind::boolean: return write_number(*static_cast<const bool*>(value) ? 1 : 0);
    case Kind::integer: return write_number(static_cast<std::uint64_t>(*static_cast<const std::int64_t*>(value)));
    case Kind::choice: return write_number(type.choice(value));
    case Kind::string:
        if (const auto& text = *static_cast<const std::string*>(value); always || !text.empty())
            write_bytes(out, number, text);
        return;
    case Kind::json:
        if (const auto bytes = encode_json_text(static_cast<const Json*>(value)->text); always || !bytes.empty())
            write_bytes(out, number, bytes);
        return;
    case Kind::optional:
        if (type.size(value) > 0) write_member(out, number, type.item(), type.at(value, 0), true);
        return;
    case Kind::list:
        for (std::size_t i = 0; i < type.size(value); ++i)
            write_member(out, number, type.item(), type.at(value, i), true);
        return;
    case Kind::map: return write_map(out, number, type, value);
    case Kind::object: {
        std::string message;
        write_message(message, type, value);
        return write_bytes(out, number, message);
    }
    case Kind::number:
    case Kind::time: break;
    }
    throw std::logic_error("a message has no member of this kind");
}

void write_map(std::string& out, std::size_t number, const Type& type, const void* value)
{
    struct Context {
        std::string& out;
        std::size_t number;
        const Type& item;
    } context{out, number, type.item()};
    type.each(
        value,
        [](void* opaque, std::string_view key, const void* item) {
            auto& c = *static_cast<Context*>(opaque);
            std::string entry;
            write_bytes(entry, 1, key);
            write_member(entry, 2, c.item, item, false);
            write_bytes(c.out, c.number, entry);
        },
        &context);
}

void write_message(std::string& out, const Type& type, const void* value)
{
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
        const Field& field = type.fields[i];
        write_member(out, i + 1, field.type(), field.of(const_cast<void*>(value)), false); // only looked at
    }
}

std::unexpected<Error> broken() { return fail(Errc::bad_request, "the message is broken"); }

// What is left of a message, or of one inside of it.
class Input {
public:
    explicit Input(std::string_view bytes) : left_(bytes) { }

    bool done() const { return left_.empty(); }

    Result<std::uint64_t> varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (left_.empty()) return broken();
            const auto byte = static_cast<unsigned char>(left_.front());
            left_.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        return broken();
    }

    Result<std::string_view> bytes()
    {
        const auto size = TRY(varint());
        return take(size);
    }

    Result<void> skip(Wire wire)
    {
        switch (wire) {
        case Wire::varint: return ignore(varint());
        case Wire::bytes: return ignore(bytes());
        case Wire::fixed64: return ignore(take(8));
        case Wire::fixed32: return ignore(take(4));
        }
        return broken(); // groups, which nobody has sent for twenty years
    }

private:
    template <class T> static Result<void> ignore(const Result<T>& value)
    {
        if (!value) return std::unexpected(value.error());
        return {};
    }

    Result<std::string_view> take(std::uint64_t size)
    {
        if (size > left_.size()) return broken();
        const auto taken = left_.substr(0, size);
        left_.remove_prefix(size);
        return taken;
    }

    std::string_view left_;
};

class Decoder {
public:
    Result<void> message(const Type& type, std::string_view bytes, void* into, std::size_t depth)
    {
        if (depth > max_depth) return fail(Errc::bad_request, "the message is nested too deeply");
        Input input(bytes);
        while (!input.done()) {
            const auto key = TRY(input.varint());
            const auto wire = static_cast<Wire>(key & 7);
            const auto number = key >> 3;
            if (number == 0) return broken();
            if (number > type.fields.size()) {
                TRY(input.skip(wire));
                continue;
            }
            const Field& field = type.fields[number - 1];
            TRY(member(field.type(), field.note, wire, input, field.of(into), depth));
        }
        if (&type == &type_of<Timestamp>() && !static_cast<const Timestamp*>(into)->is_valid())
            return fail(Errc::bad_request, "a time is not one that a calendar has");
        return {};
    }

private:
    Result<void> member(const Type& type, const Note& note, Wire wire, Input& input, void* into, std::size_t depth)
    {
        switch (type.kind) {
        case Kind::boolean:
        case Kind::integer:
        case Kind::choice:
            if (wire != Wire::varint) return input.skip(wire);
            return scalar(type, TRY(input.varint()), into);
        case Kind::optional: // a message that comes twice is put together
            return member(type.item(), note, wire, input,
                          type.size(into) > 0 ? const_cast<void*>(type.at(into, 0)) : type.grow(into), depth);
        case Kind::list: TRY(count()); return member(type.item(), note, wire, input, type.grow(into), depth);
        case Kind::string:
            if (wire != Wire::bytes) return input.skip(wire);
            assign(note, TRY(input.bytes()), into);
            return {};
        case Kind::map:
            if (wire != Wire::bytes) return input.skip(wire);
            return entry(type, TRY(input.bytes()), into, depth + 1);
        case Kind::object:
            if (wire != Wire::bytes) return input.skip(wire);
            return message(type, TRY(input.bytes()), into, depth + 1);
        case Kind::json:
        case Kind::number:
        case Kind::time: return input.skip(wire);
        }
        std::unreachable();
    }

    static Result<void> scalar(const Type& type, std::uint64_t value, void* into)
    {
        if (type.kind == Kind::boolean) *static_cast<bool*>(into) = value != 0;
        else if (type.kind == Kind::integer) *static_cast<std::int64_t*>(into) = static_cast<std::int64_t>(value);
        else type.choose(into, value < type.choices.size() ? value : 0); // a later version's is like none
        return {};
    }

    static void assign(const Note& note, std::string_view bytes, void* into)
    {
        *static_cast<std::string*>(into) = note.format == "byte" ? std::string(bytes) : to_text(bytes);
    }

    Result<void> entry(const Type& type, std::string_view bytes, void* into, std::size_t depth)
    {
        TRY(count());
        // The key is read first, wherever it stands: the value has no place without it.
        std::string key;
        for (Input input(bytes); !input.done();) {
            const auto field = TRY(input.varint());
            if (field == tag(1, Wire::bytes)) key = to_text(TRY(input.bytes()));
            else TRY(input.skip(static_cast<Wire>(field & 7)));
        }
        void* const value = type.insert(into, std::move(key));
        for (Input input(bytes); !input.done();) {
            const auto field = TRY(input.varint());
            const auto wire = static_cast<Wire>(field & 7);
            if (field >> 3 == 2) TRY(member(type.item(), {}, wire, input, value, depth));
            else TRY(input.skip(wire));
        }
        return {};
    }

    Result<void> count()
    {
        if (++elements_ > max_elements) return fail(Errc::bad_request, "the message has too many elements");
        return {};
    }

    std::size_t elements_ = 0;
};

} // namespace

Result<void> decode(const Type& type, std::string_view bytes, void* into)
{
    return Decoder().message(type, bytes, into, 0);
}

std::string encode(const Type& type, const void* value)
{
    std::string out;
    write_message(out, type, value);
    return out;
}

} // namespace cairn::api::protobuf
