#include "config/ini.hpp"

#include <algorithm>
#include <expected>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::config {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr bool begins_comment(char c) { return c == ';' || c == '#'; }

bool is_blank_or_comment(std::string_view rest)
{
    rest = text::trim(rest);
    return rest.empty() || begins_comment(rest.front());
}

// Up to a comment, which needs white space before it: a password may well contain a `#`.
std::string_view without_comment(std::string_view value)
{
    for (std::size_t i = 0; i < value.size(); ++i)
        if (begins_comment(value[i]) && (i == 0 || text::is_space(value[i - 1]))) return text::trim(value.substr(0, i));
    return value;
}

std::expected<std::string_view, std::string_view> parse_value(std::string_view value)
{
    if (value.empty()) return value;
    for (const std::string_view quote : {"\"\"\"", "`", "\"", "'"}) {
        if (!value.starts_with(quote)) continue;
        const auto end = value.find(quote, quote.size());
        if (end != value.npos && is_blank_or_comment(value.substr(end + quote.size())))
            return value.substr(quote.size(), end - quote.size());
        if (end == value.npos && (quote == "`" || quote.size() == 3))
            return std::unexpected("the quote that begins here does not end on this line");
        break;
    }
    return without_comment(value);
}

// One line at a time; the section is what the lines before have said.
class Parser {
public:
    void take(std::string_view line)
    {
        ++line_;
        line = text::trim(line);
        if (is_blank_or_comment(line)) return;
        if (!is_utf8(line)) return complain("this is not UTF-8");
        if (line.find('\0') != line.npos) return complain("there is a zero byte here");
        if (line.front() == '[') return take_header(line);
        take_entry(line);
    }

    Ini ini;

private:
    void complain(std::string_view problem) { ini.problems.push_back({line_, std::string(problem)}); }

    void take_header(std::string_view line)
    {
        const auto end = line.find(']');
        const auto name = text::trim(line.substr(1, end == line.npos ? end : end - 1));
        if (end == line.npos || name.empty() || !is_blank_or_comment(line.substr(end + 1)))
            return complain("expected a section such as [server]");
        section_ = text::iequals(name, "DEFAULT") ? std::string_view() : name;
        ini.sections.push_back({section_, line_});
    }

    void take_entry(std::string_view line)
    {
        const auto delimiter = line.find_first_of("=:");
        const auto key = text::trim(line.substr(0, delimiter));
        if (delimiter == line.npos || key.empty()) return complain("expected KEY = value");
        const auto value = parse_value(text::trim(line.substr(delimiter + 1)));
        if (!value) return complain(value.error());
        ini.entries.push_back({section_, std::string(key), std::string(*value), line_});
    }

    std::string section_;
    std::size_t line_ = 0;
};

// The line after which a new key of that section goes: after the last one that is not blank or a comment.
std::size_t last_line_of(const Ini& ini, std::string_view section)
{
    std::size_t line = 0;
    for (const auto& header : ini.sections)
        if (text::iequals(header.name, section)) line = header.line;
    for (const auto& entry : ini.entries)
        if (text::iequals(entry.section, section)) line = std::max(line, entry.line);
    return line;
}

} // namespace

Ini parse_ini(std::string_view text)
{
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    Parser parser;
    for (const auto line : text::split(text, '\n')) parser.take(line);
    return std::move(parser.ini);
}

std::string set_in_ini(std::string_view text, std::string_view section, std::string_view key, std::string_view value)
{
    const auto ini = parse_ini(text);
    const std::string_view newline = text.find("\r\n") == text.npos ? "\n" : "\r\n";
    const auto entry = std::string(key) + " = " + std::string(value) + std::string(newline);

    std::size_t replaced = 0;
    for (const auto& existing : ini.entries)
        if (text::iequals(existing.section, section) && text::iequals(existing.key, key)) replaced = existing.line;
    const auto after = replaced != 0 ? replaced - 1 : last_line_of(ini, section);

    std::string before(text.substr(0, text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0));
    text.remove_prefix(before.size());
    if (replaced == 0 && after == 0 && !section.empty()) {
        before += text;
        if (!text.empty() && !text.ends_with('\n')) before += newline;
        if (!text.empty()) before += newline;
        return before + "[" + std::string(section) + "]" + std::string(newline) + entry;
    }
    const auto cut_line = [&text] {
        const auto line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        text.remove_prefix(line.size());
        return line;
    };
    for (std::size_t line = 0; line < after; ++line) before += cut_line();
    if (!before.empty() && after != 0 && !before.ends_with('\n')) before += newline;
    if (replaced != 0) cut_line();
    return before + entry + std::string(text);
}

} // namespace cairn::config
