#include "base/log_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::log {

namespace {

constexpr std::size_t longest_text = 1024; // of what a client chose, in bytes: it may send 32 KiB of headers

enum class Style : std::uint8_t { visible, quoted, json };

constexpr bool is_plain(char c, Style style)
{
    return c >= 0x20 && c < 0x7F && (style == Style::visible || (c != '"' && c != '\\'));
}

// Characters above ASCII that steer a terminal or reorder what is shown: C1 controls, line and paragraph separators,
// marks and overrides of direction, the byte order mark.
constexpr bool is_deceptive(char32_t c)
{
    return c <= 0x9F || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)
        || c == 0xFEFF;
}

char32_t code_point(std::string_view sequence)
{
    const auto lead = static_cast<unsigned char>(sequence[0]);
    char32_t c = sequence.size() == 2 ? lead & 0x1F : sequence.size() == 3 ? lead & 0x0F : lead & 0x07;
    for (const char byte : sequence.substr(1)) c = c << 6 | (static_cast<unsigned char>(byte) & 0x3F);
    return c;
}

void append_ascii_escape(std::string& out, char c, Style style)
{
    switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (style == Style::json) fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
    else fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
}

void append_escaped(std::string& out, std::string_view text, Style style)
{
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && is_plain(text[plain], style)) ++plain;
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) return;
        if (static_cast<unsigned char>(text[0]) < 0x80) {
            append_ascii_escape(out, text[0], style);
            text.remove_prefix(1);
        } else if (const auto length = utf8_sequence(text); length != 0) {
            const auto sequence = text.substr(0, length);
            if (const auto c = code_point(sequence); is_deceptive(c))
                fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(c));
            else out += sequence;
            text.remove_prefix(length);
        } else {
            if (style == Style::json) out += "\xEF\xBF\xBD";
            else append_ascii_escape(out, text[0], style);
            text.remove_prefix(1);
        }
    }
}

// Without quotes where nobody could take it for anything but one value.
void append_text_value(std::string& out, std::string_view text)
{
    const auto bare = [](char c) { return is_plain(c, Style::quoted) && c != ' ' && c != '='; };
    bool quote = text.empty();
    for (const char c : text) quote = quote || !bare(c);
    if (!quote) {
        out += text;
        return;
    }
    out += '"';
    append_escaped(out, text, Style::quoted);
    out += '"';
}

void append_number(std::string& out, double number)
{
    if (std::isfinite(number)) fmt::format_to(std::back_inserter(out), "{}", number);
    else out += "null"; // JSON knows no infinity
}

void append_value(std::string& out, const Field::Value& value, Style style)
{
    std::visit(
        [&]<class T>(const T& v) {
            if constexpr (std::same_as<T, std::string_view>) {
                if (style == Style::json) append_json_string(out, v);
                else append_text_value(out, v);
            } else if constexpr (std::same_as<T, double>) {
                append_number(out, v);
            } else {
                fmt::format_to(std::back_inserter(out), "{}", v);
            }
        },
        value);
}

std::string_view shortened(std::string_view text) { return text.substr(0, longest_text); }

} // namespace

void append_visible(std::string& out, std::string_view text) { append_escaped(out, text, Style::visible); }

void append_json_string(std::string& out, std::string_view text)
{
    out += '"';
    append_escaped(out, text, Style::json);
    out += '"';
}

void append_text_line(std::string& out, std::string_view message, Fields fields)
{
    append_visible(out, message);
    for (const auto& field : fields) {
        out += ' ';
        append_visible(out, field.name);
        out += '=';
        append_value(out, field.value, Style::quoted);
    }
}

void append_json_members(std::string& out, std::string_view message, Fields fields)
{
    out += "\"message\":";
    append_json_string(out, message);
    for (const auto& field : fields) {
        out += ',';
        append_json_string(out, field.name);
        out += ':';
        append_value(out, field.value, Style::json);
    }
}

void append_access_members(std::string& out, const Access& access)
{
    const auto string = [&](std::string_view name, std::string_view value) {
        out += name;
        append_json_string(out, shortened(value));
    };
    string("\"id\":", access.id);
    string(",\"method\":", access.method);
    string(",\"path\":", access.path.substr(0, access.path.find_first_of("?#")));
    fmt::format_to(std::back_inserter(out), ",\"status\":{},\"bytes\":{},\"duration_us\":{}", access.status,
                   access.bytes, std::chrono::duration_cast<std::chrono::microseconds>(access.duration).count());
    string(",\"peer\":", access.peer);
    fmt::format_to(std::back_inserter(out), ",\"user_id\":{}", access.user_id);
    string(",\"operation\":", access.operation);
    string(",\"user_agent\":", access.user_agent);
}

} // namespace cairn::log
