// The lines of an Org text, and what each may begin.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::markup::org {

struct Line {
    std::string_view whole{};  // but for white space at its end
    std::uint32_t indent = 0;  // bytes: a tab counts as one
    std::uint32_t partner = 0; // of a block or drawer: its last line; of a note: the line behind it; 0: it has none

    std::string_view text() const { return whole.substr(indent); }
    bool is_blank() const { return text().empty(); }
};

// With the partners found, so that nobody has to look for an end that may not be there.
std::vector<Line> read_lines(std::string_view text);

struct Heading {
    std::size_t level;
    std::string_view keyword{};  // of a task: whether it is done
    std::string_view priority{}; // [#A]
    std::string_view title{};
    std::vector<std::string_view> tags{};
};
bool is_heading(const Line&);
Heading read_heading(const Line&);

struct Item {
    enum class Box : std::uint8_t { none, open, checked };
    bool ordered;
    std::string_view value{}; // the number that [@5] gives it
    Box box = Box::none;
    std::optional<std::string_view> term{}; // of a list of descriptions
    std::string_view text{};
};
std::optional<Item> read_item(const Line&);

// #+NAME: value
struct Keyword {
    std::string_view name;
    std::string_view value;
};
std::optional<Keyword> read_keyword(std::string_view text);

// The name and what is behind it on a line such as "#+BEGIN_src c". Names are in lower case.
struct Opening {
    std::string name;
    std::string_view parameters;
};
std::optional<Opening> read_opening(std::string_view text);

// The label of a note that begins here: "[fn:label] text".
std::string_view note_label(const Line&);
bool is_label(char);

} // namespace cairn::markup::org
