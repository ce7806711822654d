#include "contents/mail_headers.hpp"

#include <algorithm>
#include <array>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "git/objects/person_dates.hpp"

namespace cairn::contents {

namespace {

std::string_view next_line(std::string_view& rest)
{
    const auto end = rest.find('\n');
    auto line = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

// "Subject" of "Subject: …"; empty for what is no field.
std::string_view name_of_field(std::string_view line)
{
    const auto colon = line.find(':');
    if (colon == line.npos || colon == 0) return {};
    const auto name = line.substr(0, colon);
    const bool is_name =
        std::ranges::all_of(name, [](char c) { return text::is_alpha(c) || text::is_digit(c) || c == '-'; });
    return is_name ? name : std::string_view();
}

// "=41" is "A". What is no such pair stands for itself.
void append_escaped(std::string& to, std::string_view text, std::size_t& at)
{
    if (at + 2 < text.size())
        if (const auto byte = hex_decode(text.substr(at + 1, 2))) {
            to += *byte;
            at += 2;
            return;
        }
    to += '=';
}

std::string decode_word(std::string_view text, bool base64)
{
    if (base64) return base64_decode(text).value_or(std::string(text));
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '_') bytes += ' ';
        else if (text[i] == '=') append_escaped(bytes, text, i);
        else bytes += text[i];
    }
    return bytes;
}

// An encoded word at the beginning: its bytes as text, and how long it is there. Nothing: there is none.
struct EncodedWord {
    std::string text;
    std::size_t length;
};
std::optional<EncodedWord> encoded_word(std::string_view text)
{
    if (!text.starts_with("=?")) return std::nullopt;
    const auto charset_end = text.find('?', 2);
    if (charset_end == text.npos || charset_end + 3 >= text.size() || text[charset_end + 2] != '?') return std::nullopt;
    const auto kind = text::to_lower(text[charset_end + 1]);
    const auto end = text.find("?=", charset_end + 3);
    if (end == text.npos || (kind != 'q' && kind != 'b')) return std::nullopt;
    const auto bytes = decode_word(text.substr(charset_end + 3, end - charset_end - 3), kind == 'b');
    return EncodedWord{.text = mail_text(bytes, text.substr(2, charset_end - 2)), .length = end + 2};
}

std::string without_quotes(std::string_view name)
{
    name = text::trim(name);
    if (name.size() < 2 || !name.starts_with('"') || !name.ends_with('"')) return std::string(name);
    std::string plain;
    for (std::size_t i = 1; i + 1 < name.size(); ++i) {
        if (name[i] == '\\' && i + 2 < name.size()) ++i;
        plain += name[i];
    }
    return plain;
}

std::string two_digits(std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string decode_quoted_printable(std::string_view body)
{
    std::string bytes;
    while (!body.empty()) {
        const auto end = body.find('\n');
        auto line = body.substr(0, end);
        const bool ends = end != body.npos;
        body.remove_prefix(ends ? end + 1 : body.size());
        while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
        const bool goes_on = line.ends_with('=');
        if (goes_on) line.remove_suffix(1);
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '=') append_escaped(bytes, line, i);
            else bytes += line[i];
        }
        if (ends && !goes_on) bytes += '\n';
    }
    return bytes;
}

} // namespace

std::string_view MailHead::field(const std::string& name) const
{
    const auto found = fields.find(name);
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

MailHead read_mail_head(std::string_view text)
{
    MailHead head;
    std::string* last = nullptr;
    std::string ignored;
    for (auto rest = text; !rest.empty();) {
        const auto line = next_line(rest);
        head.size = text.size() - rest.size();
        if (line.empty()) return head;
        if (last != nullptr && (line.front() == ' ' || line.front() == '\t')) {
            last->append(" ").append(text::trim(line));
            continue;
        }
        const auto name = name_of_field(line);
        if (name.empty()) return {};
        const auto [field, is_first] =
            head.fields.emplace(text::to_lower(name), text::trim(line.substr(name.size() + 1)));
        last = is_first ? &field->second : &ignored;
    }
    return head;
}

std::string mail_words(std::string_view value)
{
    std::string words;
    bool after_word = false; // of those, the blanks between two belong to neither
    for (std::size_t i = 0; i < value.size();) {
        const auto blanks = value.substr(i).find_first_not_of(" \t");
        const auto begin = blanks == value.npos ? value.size() : i + blanks;
        if (auto word = encoded_word(value.substr(begin))) {
            if (!after_word) words += value.substr(i, begin - i);
            words += word->text;
            i = begin + word->length;
            after_word = true;
            continue;
        }
        const auto end = std::min(value.find("=?", begin + 1), value.size());
        words += to_text(value.substr(i, end - i));
        i = end;
        after_word = false;
    }
    return words;
}

std::optional<git::Person> mail_author(std::string_view value)
{
    git::Person person{.name = {}, .email = {}, .when = Time::never()};
    const auto open = value.rfind('<');
    const auto close = value.find('>', open == value.npos ? 0 : open);
    if (open != value.npos && close != value.npos) {
        person.email = text::trim(value.substr(open + 1, close - open - 1));
        person.name = mail_words(without_quotes(value.substr(0, open)));
    } else {
        const auto bracket = value.find('('); // "ada@example.org (Ada)"
        person.email = text::trim(value.substr(0, bracket));
        if (bracket != value.npos)
            person.name = mail_words(text::trim(value.substr(bracket + 1, value.find(')', bracket) - bracket - 1)));
    }
    person.email = to_text(person.email);
    if (person.email.find('@') == std::string::npos) return std::nullopt;
    person.name = text::trim(person.name);
    if (person.name.empty()) person.name = person.email.substr(0, person.email.find('@'));
    return person;
}

bool read_mail_date(std::string_view value, git::Person& person)
{
    if (const auto comma = value.find(','); comma != value.npos) value.remove_prefix(comma + 1);
    const auto parts = text::split_list(value, ' '); // day, month, year, time, offset
    if (parts.size() < 4) return false;
    constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
    const auto day = text::parse_integer(parts[0], 1, 31);
    const auto* const month = std::ranges::find(months, text::to_lower(parts[1].substr(0, 3)));
    const auto year = text::parse_integer(parts[2], 1970, 9999);
    if (!day || month == months.end() || !year) return false;
    auto time = std::string(parts[3]);
    if (time.size() == 7 || time.size() == 4) time.insert(0, "0");
    if (time.size() == 5) time += ":00";
    std::string offset = "Z";
    if (parts.size() > 4) {
        const auto zone = parts[4];
        const bool is_number = zone.size() == 5 && (zone.front() == '+' || zone.front() == '-');
        if (is_number) offset = std::string(zone.substr(0, 3)) + ":" + std::string(zone.substr(3));
    }
    return git::read_date(std::to_string(*year) + "-" + two_digits(month - months.begin() + 1) + "-" + two_digits(*day)
                              + "T" + time + offset,
                          person);
}

std::optional<std::string> mail_body(std::string_view body, std::string_view encoding)
{
    if (text::iequals(encoding, "quoted-printable")) return decode_quoted_printable(body);
    if (text::iequals(encoding, "base64")) {
        std::string letters(body);
        std::erase_if(letters, [](char c) { return text::is_space(c); });
        return base64_decode(letters);
    }
    return std::string(body);
}

std::string mail_text(std::string_view bytes, std::string_view charset)
{
    if (!text::iequals(charset, "iso-8859-1") && !text::iequals(charset, "iso-8859-15")
        && !text::iequals(charset, "windows-1252"))
        return to_text(bytes);
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
            continue;
        }
        text += static_cast<char>(0xC0 | (byte >> 6U));
        text += static_cast<char>(0x80 | (byte & 0x3FU));
    }
    return to_text(text);
}

} // namespace cairn::contents
