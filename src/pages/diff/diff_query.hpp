// What a reader can choose on a page that shows differences, as it stands in the page's address.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/reflect.hpp"
#include "git/objects/diff.hpp"

namespace cairn::pages {

struct DiffQuery {
    std::string style;
    std::string whitespace;
    std::string files;
    std::string file;
    std::string path;
    bool single = false;
    std::string wrap;
    std::vector<std::string> expand;
    std::vector<std::string> rendered;

    bool split() const { return style == "split"; }
    bool wraps() const { return wrap != "off"; }
    git::Whitespace whitespace_option() const;
};
BOOST_DESCRIBE_STRUCT(DiffQuery, (), (style, whitespace, files, file, path, single, wrap, expand, rendered))
constexpr auto notes(const DiffQuery*)
{
    return std::array{
        Note{"style", "unified or split: both sides beside each other"},
        Note{"whitespace", "show-all, ignore-eol, ignore-change or ignore-all"},
        Note{"files", "only files below this folder"},
        Note{"file", "only this file"},
        Note{"path", "only files that have these words in their path, or in a line that has changed"},
        Note{"single", "one file at a time: the first, or the one that file names"},
        Note{"wrap", "off: long lines are not broken"},
        Note{"expand", "more lines around changes: path:45-53,60-70 or path:all"},
        Note{"rendered", "a file to be shown as a table, or as cells, in place of its lines; any number of times"},
    };
}

// Lines of the new side, counted from 1.
struct LineSpan {
    std::int64_t first = 0;
    std::int64_t last = 0;

    bool operator==(const LineSpan&) const = default;
};

// What is shown of a file beside what has changed.
struct Expansion {
    bool whole = false;
    std::vector<LineSpan> ranges{}; // sorted, apart from each other

    // "45-53,60-70" or "all"; what is neither is left out.
    static Expansion parse(std::string_view);
    std::string text() const;
    Expansion with(LineSpan) const;
};

// Of the file with this path, among all that the query has.
Expansion expansion_of(const DiffQuery&, std::string_view path);

// The address that was asked for, with another value of a parameter; empty takes it away.
std::string with_parameter(std::string_view target, std::string_view name, std::string_view value);

} // namespace cairn::pages
