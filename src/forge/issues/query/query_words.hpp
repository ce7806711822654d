// The words of a query: what they are called, and which values they have.
#pragma once

#include <span>

#include "issues/query/issue_query.hpp"

namespace cairn::issues {

enum class ValueKind : std::uint8_t { choice, name, day, number, order };

struct WordRow {
    std::string_view name;
    QueryWord word;
    ValueKind kind;
    std::span<const std::string_view> values; // of a choice: all; of others: those with a meaning of their own
};

// Null for a word that there is not. In any case.
const WordRow* find_word(std::string_view name);
const WordRow& row_of(QueryWord); // of those that have a name

} // namespace cairn::issues
