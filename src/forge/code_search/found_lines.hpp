// The lines of a text that fit a query, with those around them. The text is what the index has kept; what a search may
// cost is bounded by the caller, file by file, and in here by how much of one file is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/reflect.hpp"
#include "code_search/query.hpp"
#include "repositories/protection/regular_expression.hpp"

namespace cairn::code_search {

// Bytes of a line's text.
struct FoundRange {
    std::int64_t begin = 0;
    std::int64_t length = 0;
};
BOOST_DESCRIBE_STRUCT(FoundRange, (), (begin, length))

struct FoundLine {
    std::int64_t number = 0; // from 1
    std::string text;        // without its end; of a long line the part with the first match
    bool begins_before = false;
    bool goes_on = false;
    std::vector<FoundRange> ranges; // in order, not overlapping; empty: it stands around one that fits
};
BOOST_DESCRIBE_STRUCT(FoundLine, (), (number, text, begins_before, goes_on, ranges))

// Lines that follow each other.
struct Fragment {
    std::vector<FoundLine> lines;
};
BOOST_DESCRIBE_STRUCT(Fragment, (), (lines))

struct FoundLines {
    std::vector<Fragment> fragments;
    std::int64_t lines = 0; // that fit; there may be more of them than are shown, and more than were counted
};

// Looks for the terms of a query. Any thread may ask.
class Searcher {
public:
    static constexpr std::size_t lines_around = 3;
    static constexpr std::size_t most_shown = 10;    // lines that fit, of one file
    static constexpr std::size_t most_matches = 500; // of one term in one file
    static constexpr std::size_t longest_line = 300; // bytes that are shown

    // Errc::unprocessable for an expression that is none.
    static Result<Searcher> of(const Query&);

    // Nothing where one of the terms is not there. A term that takes too long to look for is not there, and
    // `gave_up` is set.
    std::optional<FoundLines> find(std::string_view text, bool& gave_up) const;
    // The same without the lines.
    bool fits(std::string_view text, bool& gave_up) const;

    // Of a file that was found by its name alone: its beginning.
    static FoundLines beginning(std::string_view text);

private:
    Searcher() = default;

    std::vector<repositories::RegularExpression> terms_;
};

} // namespace cairn::code_search
