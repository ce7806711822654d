#include "markup/references.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"
#include "markup/names.hpp"

namespace cairn::markup {

namespace {

constexpr std::size_t longest_name = 32;

// Most are the characters of those numbers; C1 controls are what Windows-1252 has there, as every browser reads them.
constexpr char32_t windows_1252[] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                     0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

char32_t meant(std::uint32_t number)
{
    if (number >= 0x80 && number < 0xA0) return windows_1252[number - 0x80];
    if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000)) return 0xFFFD;
    return number;
}

// Reads "#38;" or "#x26;" behind the '&'; how much it took, 0 for nothing.
std::size_t read_number(std::string_view text, std::string& out)
{
    const bool hex = text.size() > 1 && text::to_lower(text[1]) == 'x';
    const std::size_t start = hex ? 2 : 1;
    const char* begin = text.data() + std::min(start, text.size());
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number, hex ? 16 : 10);
    if (end == begin) return 0;
    append_utf8(out, error == std::errc() ? meant(number) : 0xFFFD);
    auto taken = static_cast<std::size_t>(end - text.data());
    if (taken < text.size() && text[taken] == ';') ++taken;
    return taken;
}

// Reads "amp;" or, for the old names, "amp".
std::size_t read_name(std::string_view text, InText where, std::string& out)
{
    static const NameTable names(reference_files::embedded_files().front().bytes);
    std::size_t length = 0;
    while (length < text.size() && length < longest_name
           && (text::is_alpha(text[length]) || text::is_digit(text[length])))
        ++length;
    if (length < text.size() && text[length] == ';') {
        if (const auto found = names.find(text.substr(0, length + 1)); !found.empty()) {
            out += found;
            return length + 1;
        }
    }
    for (auto shorter = length; shorter > 1; --shorter) {
        const auto found = names.find(text.substr(0, shorter));
        if (found.empty()) continue;
        const char after = shorter < text.size() ? text[shorter] : '\0';
        if (where == InText::no && (after == '=' || text::is_alpha(after) || text::is_digit(after))) return 0;
        out += found;
        return shorter;
    }
    return 0;
}

} // namespace

std::string decode_references(std::string_view text, InText where)
{
    std::string out;
    out.reserve(text.size());
    for (;;) {
        const auto at = text.find('&');
        out += text.substr(0, at);
        if (at == text.npos) return out;
        text.remove_prefix(at + 1);
        const auto taken = text.starts_with('#') ? read_number(text, out) : read_name(text, where, out);
        if (taken == 0) out += '&';
        text.remove_prefix(taken);
    }
}

} // namespace cairn::markup
