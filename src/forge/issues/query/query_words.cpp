#include "issues/query/query_words.hpp"

#include <stdexcept>

#include "base/text.hpp"

namespace cairn::issues {

namespace {

constexpr std::string_view states[] = {"open", "closed", "merged", "draft", "pinned", "issue", "pull"};
constexpr std::string_view reviews[] = {"none", "required", "approved", "changes", "mine"};
constexpr std::string_view dependencies[] = {"open"};
constexpr std::string_view orders[] = {"updated", "created", "comments", "due", "reactions"};
constexpr std::string_view none[] = {"none"};
constexpr std::string_view me[] = {"me"};
constexpr std::string_view none_or_me[] = {"none", "me"};

// clang-format off
constexpr WordRow rows[] = {
    {"is",          QueryWord::is,          ValueKind::choice, states},
    {"label",       QueryWord::label,       ValueKind::name,   none},
    {"milestone",   QueryWord::milestone,   ValueKind::name,   none},
    {"project",     QueryWord::project,     ValueKind::name,   none},
    {"author",      QueryWord::author,      ValueKind::name,   me},
    {"assignee",    QueryWord::assignee,    ValueKind::name,   none_or_me},
    {"mentions",    QueryWord::mentions,    ValueKind::name,   me},
    {"review",      QueryWord::review,      ValueKind::choice, reviews},
    {"reviewed-by", QueryWord::reviewed_by, ValueKind::name,   me},
    {"depends",     QueryWord::depends,     ValueKind::choice, dependencies},
    {"due",         QueryWord::due,         ValueKind::day,    none},
    {"created",     QueryWord::created,     ValueKind::day,    {}},
    {"updated",     QueryWord::updated,     ValueKind::day,    {}},
    {"comments",    QueryWord::comments,    ValueKind::number, {}},
    {"repo",        QueryWord::repo,        ValueKind::name,   {}},
    {"sort",        QueryWord::sort,        ValueKind::order,  orders},
};
// clang-format on

} // namespace

const WordRow* find_word(std::string_view name)
{
    for (const WordRow& row : rows)
        if (text::iequals(row.name, name)) return &row;
    return nullptr;
}

const WordRow& row_of(QueryWord word)
{
    for (const WordRow& row : rows)
        if (row.word == word) return row;
    throw std::logic_error("a word of a query that has no name");
}

} // namespace cairn::issues
