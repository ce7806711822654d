// Reading the line of a query (issue_query.hpp).
#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "base/time.hpp"
#include "base/utf8.hpp"
#include "issues/query/issue_query.hpp"
#include "issues/query/query_words.hpp"

namespace cairn::issues {

namespace {

// A run of signs between blanks; quotation marks keep blanks together. One that is not closed ends with the line.
class Tokens {
public:
    explicit Tokens(std::string_view line) : rest_(line) { }

    std::optional<std::string_view> next()
    {
        while (!rest_.empty() && text::is_space(rest_.front())) rest_.remove_prefix(1);
        if (rest_.empty()) return {};
        std::size_t end = 0;
        bool quoted = false;
        for (; end < rest_.size() && (quoted || !text::is_space(rest_[end])); ++end) {
            if (rest_[end] == '"') quoted = !quoted;
            else if (quoted && rest_[end] == '\\' && end + 1 < rest_.size()) ++end;
        }
        const auto token = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return token;
    }

private:
    std::string_view rest_;
};

struct RawValue {
    std::string text{};
    bool quoted = false; // some of it
};

// Commas outside of quotation marks part values where `list` says so.
std::vector<RawValue> values_of(std::string_view written, bool list)
{
    std::vector<RawValue> values(1);
    bool quoted = false;
    for (std::size_t i = 0; i < written.size(); ++i) {
        const char c = written[i];
        if (c == '"') {
            quoted = !quoted;
            values.back().quoted = true;
        } else if (quoted && c == '\\' && i + 1 < written.size()) {
            values.back().text += written[++i];
        } else if (c == ',' && !quoted && list) {
            values.emplace_back();
        } else {
            values.back().text += c;
        }
    }
    return values;
}

// A quotation mark that was left open is closed, so that what comes to stand behind it is not taken for a part of it.
std::string closed(std::string_view written)
{
    bool quoted = false;
    bool alone = false; // a backslash with nothing behind it
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i] == '"') quoted = !quoted;
        if (!quoted || written[i] != '\\') continue;
        ++i; // what is behind it
        alone = i == written.size();
    }
    std::string out(written);
    if (alone) out += '\\';
    if (quoted) out += '"';
    return out;
}

QueryTerm unknown(std::string_view written, QueryFault fault)
{
    return {.word = QueryWord::unknown, .fault = fault, .written = closed(written)};
}

bool is_day(std::string_view text)
{
    return text.size() == 10 && parse_rfc3339(std::string(text) + "T00:00:00Z").has_value();
}

bool is_number(std::string_view text) { return text::parse_integer(text, 0, 1'000'000'000).has_value(); }

// "<", ">=" and their like before a value, or ".." between two.
bool read_comparison(std::string_view written, bool (*fits)(std::string_view), QueryTerm& term)
{
    if (const auto dots = written.find(".."); dots != written.npos) {
        const auto least = written.substr(0, dots);
        const auto most = written.substr(dots + 2);
        if (!fits(least) || !fits(most)) return false;
        term.comparison = Comparison::between;
        term.values = {{.text = std::string(least)}, {.text = std::string(most)}};
        return true;
    }
    static constexpr std::pair<std::string_view, Comparison> signs[] = {
        {"<=", Comparison::at_most}, {">=", Comparison::at_least}, {"<", Comparison::less}, {">", Comparison::more}};
    for (const auto& [sign, comparison] : signs)
        if (written.starts_with(sign)) {
            term.comparison = comparison;
            written.remove_prefix(sign.size());
            break;
        }
    if (!fits(written)) return false;
    term.values = {{.text = std::string(written)}};
    return true;
}

// "updated-asc"; the direction that it has anyway is left out.
bool read_order(std::string_view written, QueryTerm& term)
{
    const auto dash = written.find('-');
    const auto name = written.substr(0, dash);
    const auto way = dash == written.npos ? std::string_view() : written.substr(dash + 1);
    if (std::ranges::find(row_of(QueryWord::sort).values, name) == row_of(QueryWord::sort).values.end()) return false;
    if (dash != written.npos && way != "asc" && way != "desc") return false;
    const std::string_view usual = name == "due" ? "asc" : "desc";
    term.values = {{.text = std::string(way == usual ? name : written)}};
    return !term.negated;
}

bool read_values(const WordRow& row, std::string_view written, QueryTerm& term)
{
    const auto lower = text::to_lower(written);
    const bool is_special = std::ranges::find(row.values, lower) != row.values.end();
    switch (row.kind) {
    case ValueKind::order: return read_order(lower, term);
    case ValueKind::number: return read_comparison(lower, is_number, term);
    case ValueKind::day:
        if (!is_special) return read_comparison(lower, is_day, term);
        term.values = {{.text = lower}};
        return true;
    case ValueKind::choice:
    case ValueKind::name: break;
    }
    for (auto& value : values_of(written, true)) {
        const auto word = text::to_lower(value.text);
        const bool known = std::ranges::find(row.values, word) != row.values.end();
        if (row.kind == ValueKind::choice && (!known || value.quoted)) return false;
        if (text::trim(value.text).empty() || !is_text(value.text)) return false;
        const bool literal = known && value.quoted;
        term.values.push_back({.text = known && !literal ? word : value.text, .literal = literal});
    }
    return true;
}

// A word with a name that nobody knows. What merely has a colon in it (std::string, https://example.org, note:) is
// text.
bool looks_like_word(std::string_view name, std::string_view value)
{
    return name.size() > 1 && !value.empty() && std::string_view(":/\\").find(value.front()) == std::string_view::npos
        && std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

QueryTerm read_text(std::string_view token)
{
    std::string text;
    for (auto& value : values_of(token, false)) text += value.text;
    if (text::trim(text).empty() || !is_text(text)) return unknown(token, QueryFault::value);
    return {.word = QueryWord::text, .values = {{.text = std::move(text)}}};
}

QueryTerm read_term(std::string_view token)
{
    const bool minus = token.starts_with('-') && token.size() > 1;
    const auto rest = token.substr(minus ? 1 : 0);
    if (rest.starts_with('#') && text::parse_integer(rest.substr(1), 1))
        return {.word = QueryWord::number,
                .negated = minus,
                .values = {{.text = std::to_string(*text::parse_integer(rest.substr(1), 1))}}};
    const auto colon = rest.find(':');
    if (colon == rest.npos || rest.substr(0, colon).find('"') != rest.npos) return read_text(token);
    const auto name = rest.substr(0, colon);
    const auto value = rest.substr(colon + 1);
    const WordRow* row = find_word(name);
    if (row == nullptr) return looks_like_word(name, value) ? unknown(token, QueryFault::word) : read_text(token);
    QueryTerm term{.word = row->word, .negated = minus};
    if (!read_values(*row, value, term)) return unknown(token, QueryFault::value);
    if (term.values.size() > IssueQuery::most_values) return unknown(token, QueryFault::many);
    return term;
}

std::string_view beginning_of(std::string_view line)
{
    if (line.size() <= IssueQuery::longest_line) return line;
    auto end = IssueQuery::longest_line;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
    return line.substr(0, end);
}

} // namespace

IssueQuery IssueQuery::read(std::string_view line)
{
    IssueQuery query;
    query.cut = line.size() > longest_line;
    Tokens tokens(beginning_of(line));
    while (const auto token = tokens.next()) {
        if (query.terms.size() >= most_terms) query.terms.push_back(unknown(*token, QueryFault::many));
        else query.terms.push_back(read_term(*token));
    }
    return query;
}

} // namespace cairn::issues
