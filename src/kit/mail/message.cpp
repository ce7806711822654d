#include "mail/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include "base/encoding.hpp"
#include "crypto/random.hpp"

namespace cairn::mail {

namespace {

constexpr std::size_t longest_line = 76;
// Base64 of so many bytes, with "=?UTF-8?B?" and "?=" around it, is no longer than the 75 characters of an encoded
// word.
constexpr std::size_t bytes_of_a_word = 45;

bool is_plain(std::string_view text)
{
    // "=?" would be taken for an encoded word, and what does not fit on a line has to be folded.
    return text.size() <= 60 && text.find("=?") == text.npos
        && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool continues_a_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string without_controls(std::string_view text)
{
    std::string out(text);
    std::ranges::replace_if(out, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }, ' ');
    return out;
}

std::string header_address(const Address& address)
{
    // The name that a header shows is anybody's choice; the address was checked when it was parsed.
    if (!parse_address(address.email)) throw std::invalid_argument("a mail's address is none");
    if (address.name.empty()) return address.email;
    const bool is_atom = is_plain(address.name) && std::ranges::all_of(address.name, [](char c) {
                             return c == ' ' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
                         });
    if (is_atom) return address.name + " <" + address.email + ">";
    std::string quoted;
    if (is_plain(address.name)) {
        for (char c : address.name) {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c;
        }
        return "\"" + quoted + "\" <" + address.email + ">";
    }
    return encode_header(address.name) + "\r\n <" + address.email + ">";
}

// What has a form of its own (addresses, message ids) is ASCII and must stay as it is; the rest is text.
std::string header_value(std::string_view value)
{
    const bool ascii = std::ranges::all_of(value, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    return ascii ? without_controls(value) : encode_header(value);
}

std::string part(std::string_view type, std::string_view content)
{
    return fmt::format("Content-Type: {}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{}\r\n",
                       type, quoted_printable(content));
}

} // namespace

std::string mail_date(Time time)
{
    static constexpr std::array<std::string_view, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                             "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::chrono::sys_seconds moment{std::chrono::seconds(time.seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(moment);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss clock{moment - day};
    return fmt::format("{}, {} {} {} {:02}:{:02}:{:02} +0000", days[std::chrono::weekday(day).c_encoding()],
                       static_cast<unsigned>(date.day()), months[static_cast<unsigned>(date.month()) - 1],
                       static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                       clock.seconds().count());
}

std::string encode_header(std::string_view text)
{
    auto value = without_controls(text);
    if (is_plain(value)) return value;
    std::string out;
    for (std::string_view rest = value; !rest.empty();) {
        // A word ends between characters, because each is decoded by itself.
        std::size_t length = std::min(bytes_of_a_word, rest.size());
        while (length > 1 && length < rest.size() && continues_a_character(rest[length])) --length;
        if (!out.empty()) out += "\r\n ";
        out += "=?UTF-8?B?" + base64_encode(rest.substr(0, length)) + "?=";
        rest.remove_prefix(length);
    }
    return out;
}

std::string quoted_printable(std::string_view text)
{
    std::string out;
    std::size_t column = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        if (c == '\n') {
            out += "\r\n";
            column = 0;
            continue;
        }
        const bool ends_line = i + 1 == text.size() || text[i + 1] == '\n' || text[i + 1] == '\r';
        const bool literal = (c > ' ' && c <= '~' && c != '=') || (c == ' ' && !ends_line);
        const std::size_t width = literal ? 1 : 3;
        if (column + width > longest_line - 1) {
            out += "=\r\n";
            column = 0;
        }
        // A lone dot would be doubled on the way; servers undo it, but not all that stand between.
        if (literal && (c != '.' || column != 0)) out += c;
        else out += fmt::format("={:02X}", static_cast<unsigned char>(c));
        column += width;
    }
    return out;
}

std::string compose(const Message& message)
{
    std::string out =
        fmt::format("From: {}\r\nTo: {}\r\nSubject: {}\r\nDate: {}\r\nMessage-ID: <{}>\r\n"
                    "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n",
                    header_address(message.from), header_address(message.to), encode_header(message.subject),
                    mail_date(message.date), without_controls(message.id));
    for (const auto& [name, value] : message.headers) out += name + ": " + header_value(value) + "\r\n";
    if (message.html.empty()) return out + part("text/plain", message.plain);
    // It cannot stand in a part: its underscore would be there, but "=_" is nothing that quoted-printable writes.
    const std::string boundary = "=_" + crypto::random_hex(16);
    out += fmt::format("Content-Type: multipart/alternative;\r\n boundary=\"{}\"\r\n\r\n", boundary);
    out += fmt::format("--{}\r\n{}", boundary, part("text/plain", message.plain));
    out += fmt::format("--{}\r\n{}", boundary, part("text/html", message.html));
    return out + fmt::format("--{}--\r\n", boundary);
}

} // namespace cairn::mail
