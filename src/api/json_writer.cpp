#include "api/json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "api/operation.hpp"
#include "base/utf8.hpp"

namespace cairn::api {

namespace {

// What stops the copying of a string: characters that JSON escapes, and the start of whatever may not be UTF-8.
constexpr bool needs_care(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || static_cast<unsigned char>(c) >= 0x80;
}

// The same for eight characters at once: where one needs care, the result is not 0.
constexpr std::uint64_t need_care(std::uint64_t eight)
{
    constexpr std::uint64_t ones = 0x0101010101010101ULL;
    constexpr std::uint64_t high = ones * 0x80;
    const auto zeros = [](std::uint64_t bytes) { return (bytes - ones) & ~bytes; };
    const std::uint64_t control = eight - ones * 0x20;
    return (eight | control | zeros(eight ^ (ones * '"')) | zeros(eight ^ (ones * '\\'))) & high;
}

// How many characters from `at` on can be copied as they are.
std::size_t plain_run(std::string_view text, std::size_t at)
{
    const std::size_t start = at;
    for (std::uint64_t eight = 0; text.size() - at >= sizeof eight; at += sizeof eight) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        if (need_care(eight) != 0) break;
    }
    while (at < text.size() && !needs_care(text[at])) ++at;
    return at - start;
}

// Makes room for `more` characters and lets `fill` write them: the string looks at its capacity only once.
template <class Fill> void append(std::string& out, std::size_t more, Fill fill)
{
    const std::size_t start = out.size();
    out.resize_and_overwrite(start + more, [&](char* buffer, std::size_t) {
        fill(buffer + start);
        return start + more;
    });
}

// A member's name is an identifier or an alias of our own source: it needs no escaping.
void append_name(std::string& out, char before, std::string_view name)
{
    append(out, name.size() + 4, [&](char* at) {
        at[0] = before;
        at[1] = '"';
        name.copy(at + 2, name.size());
        at[name.size() + 2] = '"';
        at[name.size() + 3] = ':';
    });
}

void append_plain_string(std::string& out, std::string_view text)
{
    append(out, text.size() + 2, [&](char* at) {
        at[0] = '"';
        text.copy(at + 1, text.size());
        at[text.size() + 1] = '"';
    });
}

void write_escape(std::string& out, char c)
{
    switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\u00";
    out += digits[byte >> 4];
    out += digits[byte & 0xF];
}

void write_integer(std::string& out, std::int64_t number)
{
    std::array<char, 20> digits; // "-9223372036854775808"
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

void write_number(std::string& out, double number)
{
    if (!std::isfinite(number)) {
        out += "null"; // JSON has no word for it
        return;
    }
    std::array<char, 32> digits; // the shortest text that reads back as this number has at most 24
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

bool is_empty(const Type& type, const void* value)
{
    switch (type.kind) {
    case Kind::boolean: return !*static_cast<const bool*>(value);
    case Kind::integer: return *static_cast<const std::int64_t*>(value) == 0;
    case Kind::number: return *static_cast<const double*>(value) == 0;
    case Kind::string: return static_cast<const std::string*>(value)->empty();
    case Kind::time: return *static_cast<const Time*>(value) == Time::never();
    case Kind::choice: return type.choices[type.choice(value)].empty();
    case Kind::list:
    case Kind::map:
    case Kind::optional: return type.size(value) == 0;
    case Kind::object: return false;
    case Kind::json: {
        const std::string& text = static_cast<const Json*>(value)->text;
        return text.empty() || text == "null";
    }
    }
    std::unreachable();
}

// One answer being written. What is shared by several of its parts (the author of a page of issues) is put into words
// where it comes first, and copied from there.
class Writer {
public:
    explicit Writer(std::string& out) : out_(out) { }

    void write(const Type& type, const void* value)
    {
        switch (type.kind) {
        case Kind::boolean: out_ += *static_cast<const bool*>(value) ? "true" : "false"; return;
        case Kind::integer: return write_integer(out_, *static_cast<const std::int64_t*>(value));
        case Kind::number: return write_number(out_, *static_cast<const double*>(value));
        case Kind::string: return write_json_string(out_, *static_cast<const std::string*>(value));
        case Kind::time:
            out_ += '"';
            append_rfc3339(out_, *static_cast<const Time*>(value));
            out_ += '"';
            return;
        case Kind::choice: return write_json_string(out_, type.choices[type.choice(value)]);
        case Kind::list: return write_list(type, value);
        case Kind::map: return write_json_map(out_, type, value, write_json);
        case Kind::optional:
            if (type.size(value) == 0) out_ += "null";
            else if (type.shared) write_shared(type.item(), type.at(value, 0));
            else write(type.item(), type.at(value, 0));
            return;
        case Kind::object: return write_object(type, value);
        case Kind::json: {
            const std::string& text = static_cast<const Json*>(value)->text;
            out_ += text.empty() ? std::string_view("null") : std::string_view(text);
            return;
        }
        }
        std::unreachable();
    }

private:
    struct Written {
        const void* value = nullptr;
        std::size_t start = 0;
        std::size_t length = 0;
    };

    void write_list(const Type& type, const void* value)
    {
        const Type& item = type.item();
        const std::size_t size = type.size(value);
        out_ += '[';
        for (std::size_t i = 0; i < size; ++i) {
            if (i > 0) out_ += ',';
            write(item, type.at(value, i));
        }
        out_ += ']';
    }

    void write_object(const Type& type, const void* value)
    {
        char before = '{';
        for (const Field& field : type.fields) {
            const Type& member = field.type();
            const void* held = field.of(const_cast<void*>(value)); // only looked at
            if (field.note.omit_empty && is_empty(member, held)) continue;
            append_name(out_, std::exchange(before, ','), field.outer_name());
            write(member, held);
        }
        if (before == '{') out_ += '{';
        out_ += '}';
    }

    void write_shared(const Type& type, const void* value)
    {
        for (const Written& written : written_) {
            if (written.value != value) continue;
            const std::size_t back = out_.size() - written.start;
            append(out_, written.length, [&](char* at) { std::memcpy(at, at - back, written.length); });
            return;
        }
        const std::size_t start = out_.size();
        write(type, value);
        written_[next_++ % written_.size()] = {.value = value, .start = start, .length = out_.size() - start};
    }

    std::string& out_;
    std::array<Written, 8> written_{}; // the latest: to look through more would take as long as writing
    std::size_t next_ = 0;
};

} // namespace

void write_json_string(std::string& out, std::string_view text)
{
    std::size_t at = plain_run(text, 0);
    if (at == text.size()) return append_plain_string(out, text);
    out += '"';
    std::size_t copied = 0;
    while (at < text.size()) {
        const bool ascii = static_cast<unsigned char>(text[at]) < 0x80;
        if (const std::size_t taken = ascii ? 0 : utf8_sequence(text.substr(at)); taken > 0) {
            at += taken;
        } else {
            out.append(text, copied, at - copied);
            if (ascii) write_escape(out, text[at]);
            else out += "\xEF\xBF\xBD"; // U+FFFD
            copied = ++at;
        }
        at += plain_run(text, at);
    }
    out.append(text, copied);
    out += '"';
}

void write_json(std::string& out, const Type& type, const void* value) { Writer(out).write(type, value); }

std::string to_json(const Type& type, const void* value)
{
    std::string out;
    // One allocation for the answer of most single things; lists start where their items probably end.
    out.reserve(type.kind == Kind::list ? 64 + 512 * type.size(value) : 1024);
    write_json(out, type, value);
    return out;
}

void write_json_map(std::string& out, const Type& type, const void* value,
                    void (*write_item)(std::string&, const Type&, const void*))
{
    struct Context {
        std::string& out;
        const Type& item;
        void (*write_item)(std::string&, const Type&, const void*);
        char before = '{';
    } context{out, type.item(), write_item};
    type.each(
        value,
        [](void* opaque, std::string_view key, const void* item) {
            auto& c = *static_cast<Context*>(opaque);
            c.out += std::exchange(c.before, ',');
            write_json_string(c.out, key);
            c.out += ':';
            c.write_item(c.out, c.item, item);
        },
        &context);
    if (context.before == '{') out += '{';
    out += '}';
}

} // namespace cairn::api
