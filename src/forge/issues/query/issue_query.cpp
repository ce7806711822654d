#include "issues/query/issue_query.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "issues/query/query_words.hpp"

namespace cairn::issues {

namespace {

bool needs_quotes(std::string_view value)
{
    return value.empty()
        || std::ranges::any_of(value, [](char c) { return text::is_space(c) || c == '"' || c == ','; });
}

std::string quoted(std::string_view value)
{
    std::string out = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string_view sign_of(Comparison comparison)
{
    switch (comparison) {
    case Comparison::less: return "<";
    case Comparison::at_most: return "<=";
    case Comparison::more: return ">";
    case Comparison::at_least: return ">=";
    case Comparison::equal:
    case Comparison::between: break;
    }
    return "";
}

// Words are written as they are where they would be read as such.
std::string written_text(std::string_view value)
{
    if (value.find_first_of(" \t\n\v\f\r\"") == value.npos) {
        const auto again = IssueQuery::read(value);
        if (again.terms.size() == 1 && again.terms[0].word == QueryWord::text && again.terms[0].values[0].text == value)
            return std::string(value);
    }
    return quoted(value);
}

bool is_state(std::string_view value) { return value == "open" || value == "closed" || value == "merged"; }

bool is_state(const QueryTerm& term)
{
    return term.word == QueryWord::is && !term.negated
        && std::ranges::any_of(term.values, [](const QueryValue& value) { return is_state(value.text); });
}

} // namespace

bool QueryTerm::has(std::string_view value) const
{
    return std::ranges::any_of(values, [&](const QueryValue& one) { return !one.literal && one.text == value; });
}

std::string written_as(const QueryTerm& term)
{
    if (term.word == QueryWord::unknown) return term.written;
    std::string out = term.negated ? "-" : "";
    if (term.word == QueryWord::text) return out + written_text(term.values.front().text);
    if (term.word == QueryWord::number) {
        out += '#';
        return out + term.values.front().text;
    }
    out += row_of(term.word).name;
    out += ':';
    out += sign_of(term.comparison);
    for (std::size_t i = 0; i < term.values.size(); ++i) {
        if (i > 0) out += term.comparison == Comparison::between ? ".." : ",";
        const auto& value = term.values[i];
        out += value.literal || needs_quotes(value.text) ? quoted(value.text) : value.text;
    }
    return out;
}

std::string IssueQuery::line() const
{
    std::string out;
    for (const QueryTerm& term : terms) {
        if (!out.empty()) out += ' ';
        out += written_as(term);
    }
    return out;
}

bool IssueQuery::has(const QueryTerm& term) const { return std::ranges::find(terms, term) != terms.end(); }

bool IssueQuery::has(QueryWord word) const { return last(word) != nullptr; }

const QueryTerm* IssueQuery::last(QueryWord word) const
{
    const QueryTerm* found = nullptr;
    for (const QueryTerm& term : terms)
        if (term.word == word) found = &term;
    return found;
}

IssueQuery IssueQuery::with(QueryTerm term) const
{
    auto made = *this;
    auto at = made.terms.end();
    while (at != made.terms.begin() && (at - 1)->word == QueryWord::sort) --at;
    made.terms.insert(at, std::move(term));
    return made;
}

IssueQuery IssueQuery::without(const QueryTerm& term) const
{
    auto made = *this;
    std::erase(made.terms, term);
    return made;
}

IssueQuery IssueQuery::without(QueryWord word) const
{
    auto made = *this;
    std::erase_if(made.terms, [&](const QueryTerm& term) { return term.word == word; });
    return made;
}

IssueQuery IssueQuery::replaced(QueryTerm term) const
{
    auto made = *this;
    const auto word = term.word;
    const auto first = std::ranges::find(made.terms, word, &QueryTerm::word);
    if (first == made.terms.end()) return with(std::move(term));
    *first = std::move(term);
    made.terms.erase(std::remove_if(first + 1, made.terms.end(), [&](const auto& one) { return one.word == word; }),
                     made.terms.end());
    return made;
}

IssueQuery IssueQuery::toggled(QueryTerm term) const { return has(term) ? without(term) : with(std::move(term)); }

IssueQuery IssueQuery::with_state(std::string_view state) const
{
    auto made = *this;
    std::erase_if(made.terms, [](const QueryTerm& term) { return is_state(term); });
    if (!state.empty()) made.terms.insert(made.terms.begin(), term_of(QueryWord::is, std::string(state)));
    return made;
}

std::string_view IssueQuery::state() const
{
    std::string_view found;
    for (const QueryTerm& term : terms) {
        if (!is_state(term)) continue;
        if (!found.empty() || term.values.size() != 1) return {};
        found = term.values.front().text;
    }
    return found;
}

QueryTerm term_of(QueryWord word, std::string value) { return {.word = word, .values = {{.text = std::move(value)}}}; }

QueryTerm literal_term(QueryWord word, std::string name)
{
    const auto& special = row_of(word).values;
    const bool literal =
        std::ranges::any_of(special, [&](std::string_view known) { return text::iequals(known, name); });
    return {.word = word, .values = {{.text = std::move(name), .literal = literal}}};
}

QueryOrder order_of(const IssueQuery& query)
{
    const auto* term = query.last(QueryWord::sort);
    if (term == nullptr) return {};
    const std::string_view written = term->values.front().text;
    const auto dash = written.find('-');
    const auto name = written.substr(0, dash);
    QueryOrder order{.reversed = dash != written.npos}; // the usual direction is written without one
    if (name == "updated") order.by = QueryOrder::By::updated;
    else if (name == "comments") order.by = QueryOrder::By::comments;
    else if (name == "due") order.by = QueryOrder::By::due;
    else if (name == "reactions") order.by = QueryOrder::By::reactions;
    return order;
}

} // namespace cairn::issues
