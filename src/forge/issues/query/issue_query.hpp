// What a list of issues is asked for, as the line that people write and that menus write into:
//
//     is:open label:bug,"good first issue" -author:ada due:<2026-12-01 sort:updated crash
//
// A line is words, joined by blanks: all of them must hold. A word is `name:value`; `name:a,b` holds for either, and a
// minus turns it around. Values with blanks, commas or quotation marks in them are quoted ("0.9 beta"; a backslash goes
// before quotation marks and backslashes inside), and so is a name that would mean something else (label:"none"). What
// has no name is looked for in titles, texts and comments; #231 is a number. read() and line() are each other's
// opposite.
//
// The query knows nothing of what there is: names are looked up by query/found_issues.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::issues {

enum class QueryWord : std::uint8_t {
    text,   // words without a name
    number, // #231
    is,
    label,
    milestone,
    project,
    author,
    assignee,
    mentions,
    review,
    reviewed_by,
    depends,
    due,
    created,
    updated,
    comments,
    repo,
    sort,
    unknown, // it is not used, and stays in the line as it was written
};

struct QueryValue {
    std::string text;
    bool literal = false; // a name, though it looks like a word with a meaning of its own: "none", "me"

    bool operator==(const QueryValue&) const = default;
};

enum class Comparison : std::uint8_t { equal, less, at_most, more, at_least, between };

// Why a word is not used.
enum class QueryFault : std::uint8_t {
    none,
    word,  // there is no such word
    value, // the word has no such value
    many,  // more words or values than are looked at
};

struct QueryTerm {
    QueryWord word = QueryWord::text;
    bool negated = false;
    Comparison comparison = Comparison::equal; // of days and numbers
    std::vector<QueryValue> values{};          // one of them; both ends for Comparison::between
    QueryFault fault = QueryFault::none;       // of QueryWord::unknown
    std::string written{};                     // the same

    bool has(std::string_view value) const; // one that is no literal, of this text
    bool operator==(const QueryTerm&) const = default;
};

// As it stands in a line.
std::string written_as(const QueryTerm&);

class IssueQuery {
public:
    // No more of a line is looked at, in bytes, words, and values of a word.
    static constexpr std::size_t longest_line = 2000;
    static constexpr std::size_t most_terms = 40;
    static constexpr std::size_t most_values = 20;

    // Never fails: what is not understood is QueryWord::unknown.
    static IssueQuery read(std::string_view line);
    std::string line() const;

    std::vector<QueryTerm> terms{};
    bool cut = false; // the line was longer

    bool has(const QueryTerm& term) const;
    bool has(QueryWord) const;
    // The last one: it counts where only one can.
    const QueryTerm* last(QueryWord) const;

    // What a menu makes of it. The order of what stays is kept.
    IssueQuery with(QueryTerm) const; // one more, at the end, or before the order if there is one
    IssueQuery without(const QueryTerm&) const;
    IssueQuery without(QueryWord) const;  // all of that name
    IssueQuery replaced(QueryTerm) const; // this one in the place of all of its name
    IssueQuery toggled(QueryTerm) const;  // without it, or with it
    // is:open, is:closed and is:merged exclude each other; empty: none of them.
    IssueQuery with_state(std::string_view state) const;
    // The state that it asks for with one word: "open", "closed" or "merged"; empty: none, or it is more complicated.
    std::string_view state() const;

    bool operator==(const IssueQuery&) const = default;
};

// name:value, as a menu would write it.
QueryTerm term_of(QueryWord, std::string value);     // with its own meaning, if it has one: none, me
QueryTerm literal_term(QueryWord, std::string name); // somebody's or something's name

// The order that a list is asked for: "updated" with its usual direction, or the other one.
struct QueryOrder {
    enum class By : std::uint8_t { created, updated, comments, due, reactions };
    By by = By::created;
    bool reversed = false; // updated, created, comments, reactions: the least first; due: the latest first
};
QueryOrder order_of(const IssueQuery&);

} // namespace cairn::issues
