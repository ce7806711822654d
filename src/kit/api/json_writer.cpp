#include "api/json_writer.hpp"

#include <algorithm>
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

// Copies what is mostly a few letters long, for which a call would take longer than the copying.
char* put(char* at, std::string_view text)
{
    const char* from = text.data();
    const std::size_t size = text.size();
    const auto put_ends = [&]<class Part>(Part) { // both ends, which meet or overlap in the middle
        std::memcpy(at, from, sizeof(Part));
        std::memcpy(at + size - sizeof(Part), from + size - sizeof(Part), sizeof(Part));
    };
    if (size > 16) std::memcpy(at, from, size);
    else if (size >= 8) put_ends(std::uint64_t{});
    else if (size >= 4) put_ends(std::uint32_t{});
    else
        for (std::size_t i = 0; i < size; ++i) at[i] = from[i];
    return at + size;
}

// The end of a string that is being written, kept at hand: the string itself would look at its size and its capacity
// with every few letters. Until flush() the string is longer than what was written.
class End {
public:
    explicit End(std::string& out) : out_(out), at_(out.data() + out.size()), limit_(at_) { }

    std::size_t size() const { return static_cast<std::size_t>(at_ - out_.data()); }
    // Where to write at most `most` characters; whoever has done so says where they end.
    char* room(std::size_t most)
    {
        if (static_cast<std::size_t>(limit_ - at_) < most) [[unlikely]]
            grow(most);
        return at_;
    }
    void set(char* end) { at_ = end; }

    void add(char c) { *room(1) = c, ++at_; }
    void add(std::string_view text) { at_ = put(room(text.size()), text); }

    // Makes the string what it should be, and lets others append to it.
    template <class Append> void flush(Append append)
    {
        out_.resize(size());
        append(out_);
        at_ = limit_ = out_.data() + out_.size();
    }

private:
    // To all that the string has room for, or else to twice what it holds.
    void grow(std::size_t more)
    {
        const std::size_t used = size();
        const std::size_t least = used + more;
        out_.resize_and_overwrite(least <= out_.capacity() ? out_.capacity() : std::max(least, 2 * used),
                                  [](char*, std::size_t length) { return length; });
        at_ = out_.data() + used;
        limit_ = out_.data() + out_.size();
    }

    std::string& out_;
    char* at_;
    char* limit_;
};

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
    explicit Writer(std::string& out) : out_(out), end_(out) { }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer()
    {
        end_.flush([](std::string&) { });
    }

    void write(const Type& type, const void* value)
    {
        switch (type.kind) {
        case Kind::boolean: return end_.add(*static_cast<const bool*>(value) ? "true" : "false");
        case Kind::integer: return write_integer(*static_cast<const std::int64_t*>(value));
        case Kind::number: return write_number(*static_cast<const double*>(value));
        case Kind::string: return write_string(*static_cast<const std::string*>(value));
        case Kind::time: return write_time(*static_cast<const Time*>(value));
        case Kind::choice: return write_string(type.choices[type.choice(value)]);
        case Kind::list: return write_list(type, value);
        case Kind::map: return end_.flush([&](std::string& out) { write_json_map(out, type, value, write_json); });
        case Kind::optional:
            if (type.size(value) == 0) end_.add("null");
            else if (type.shared) write_shared(type.item(), type.at(value, 0));
            else write(type.item(), type.at(value, 0));
            return;
        case Kind::object: return write_object(type, value);
        case Kind::json: {
            const std::string& text = static_cast<const Json*>(value)->text;
            return end_.add(text.empty() ? std::string_view("null") : std::string_view(text));
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

    void write_integer(std::int64_t number)
    {
        constexpr std::size_t longest = 20; // -9223372036854775808
        char* at = end_.room(longest);
        end_.set(std::to_chars(at, at + longest, number).ptr);
    }

    void write_number(double number)
    {
        if (!std::isfinite(number)) return end_.add("null"); // JSON has no word for it
        constexpr std::size_t longest = 32; // the shortest text that reads back as this number has at most 24
        char* at = end_.room(longest);
        end_.set(std::to_chars(at, at + longest, number).ptr);
    }

    void write_time(Time time)
    {
        char* at = end_.room(rfc3339_length + 2);
        *at++ = '"';
        at = put_rfc3339(at, time);
        *at++ = '"';
        end_.set(at);
    }

    void write_string(std::string_view text)
    {
        if (plain_run(text, 0) != text.size())
            return end_.flush([&](std::string& out) { write_json_string(out, text); });
        char* at = end_.room(text.size() + 2);
        *at++ = '"';
        at = put(at, text);
        *at++ = '"';
        end_.set(at);
    }

    // A member's name is an identifier or an alias of our own source: it needs no escaping.
    void write_name(char before, std::string_view name)
    {
        char* at = end_.room(name.size() + 4);
        *at++ = before;
        *at++ = '"';
        at = put(at, name);
        *at++ = '"';
        *at++ = ':';
        end_.set(at);
    }

    void write_list(const Type& type, const void* value)
    {
        const Type& item = type.item();
        const std::size_t size = type.size(value);
        end_.add('[');
        for (std::size_t i = 0; i < size; ++i) {
            if (i > 0) end_.add(',');
            write(item, type.at(value, i));
        }
        end_.add(']');
    }

    void write_object(const Type& type, const void* value)
    {
        char before = '{';
        for (const Field& field : type.fields) {
            const Type& member = field.type();
            const void* held = field.of(const_cast<void*>(value)); // only looked at
            if (field.note.omit_empty && is_empty(member, held)) continue;
            write_name(std::exchange(before, ','), field.outer_name());
            write(member, held);
        }
        if (before == '{') end_.add('{');
        end_.add('}');
    }

    void write_shared(const Type& type, const void* value)
    {
        for (const Written& written : written_) {
            if (written.value != value) continue;
            char* at = end_.room(written.length);
            std::memcpy(at, out_.data() + written.start, written.length);
            return end_.set(at + written.length);
        }
        const std::size_t start = end_.size();
        write(type, value);
        written_[next_++ % written_.size()] = {.value = value, .start = start, .length = end_.size() - start};
    }

    std::string& out_;
    End end_;
    std::array<Written, 8> written_{}; // the latest: to look through more would take as long as writing
    std::size_t next_ = 0;
};

} // namespace

void write_json_string(std::string& out, std::string_view text)
{
    std::size_t at = plain_run(text, 0);
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

// What is written grows in memory that the thread keeps, and the answer is a copy that has no more than it needs. While
// somebody writes, the memory is theirs: whoever writes in the middle of it has none.
std::string to_json(const Type& type, const void* value)
{
    constexpr std::size_t most_kept = 32 << 10;
    thread_local std::string kept;
    std::string out = std::exchange(kept, {});
    out.clear();
    out.reserve(type.kind == Kind::list ? 64 + 512 * type.size(value) : 2048); // where most of them end
    write_json(out, type, value);
    if (out.capacity() > most_kept) return out;
    std::string answer(out);
    kept = std::move(out);
    return answer;
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
