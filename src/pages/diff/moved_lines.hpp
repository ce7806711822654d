// Blocks of lines that went from one place of a file and came to another as they were.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

namespace cairn::pages {

struct NumberedLine {
    std::int64_t number = 0;
    std::string_view text;
};

struct MovedLines {
    std::unordered_map<std::int64_t, std::int64_t> from{}; // where a line that came was: the old number by the new one
    std::unordered_map<std::int64_t, std::int64_t> to{};   // and the other way round
};

// Of more than three lines each, with enough in them that nobody takes closing brackets for a move. Both in the order
// of their numbers; a line is a part of one block at most. Takes time in proportion to the lines.
MovedLines moved_lines(std::span<const NumberedLine> gone, std::span<const NumberedLine> come);

} // namespace cairn::pages
