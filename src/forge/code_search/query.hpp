// What somebody types into the field for code: words, "exact phrases", /regular expressions/, and filters: path:,
// language: (or lang:), repo:owner/name. A minus before a filter leaves out what fits it; case:yes minds the case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace cairn::code_search {

struct Term {
    std::string text;
    bool expression = false; // a regular one; otherwise the text is meant as it is

    bool operator==(const Term&) const = default;
};

struct Filter {
    std::string text;
    bool excludes = false;

    bool operator==(const Filter&) const = default;
};

struct Query {
    std::vector<Term> terms{}; // a file has all of them
    std::vector<Filter> paths{};
    std::vector<Filter> languages{};
    std::vector<Filter> repositories{};
    bool exact_case = false;

    bool is_empty() const { return terms.empty() && paths.empty() && languages.empty() && repositories.empty(); }
};

// Whatever is not written as a filter is a word. Errc::unprocessable, with words for who has typed it, for what is too
// long, an expression that is none, and a repository that is not written as owner/name.
Result<Query> parse_query(std::string_view text);

// Texts that whatever fits the expression must have, in any case; none where that is not easily said.
std::vector<std::string> required_texts(std::string_view expression);

} // namespace cairn::code_search
